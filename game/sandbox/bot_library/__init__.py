"""Makes what handed-in bots import as ``plyground`` out of the program's own rules.

``needed`` follows names from the rules through the modules and leaves out what is not theirs, ``rewriting`` turns
words and arrays into Python's own, and ``folder`` keeps the result until a source changes.
"""
