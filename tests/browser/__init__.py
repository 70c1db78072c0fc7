"""Tests in a real browser: headless Chromium, driven through its own driver."""
