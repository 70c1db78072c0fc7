"""Tools for those who work on the project: measurements, pictures of the pages, files of others that pages load."""
