"""Makes the rules of each game into a script, so that boards can be played on without the server.

``making`` follows names from a game through its modules, as for handed-in bots, ``statements`` and ``expressions``
write what it finds as JavaScript, and ``serving`` sends it. What Python means by its operators and names stands in
``static/js/rules``.
"""
