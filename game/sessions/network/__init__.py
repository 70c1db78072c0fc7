"""Bots over the network: accounts without people's accounts, what they are told, challenges, their own games."""
