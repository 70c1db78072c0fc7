"""Competitions between bots that people wrote: safely run, fairly paired, told as they were."""
