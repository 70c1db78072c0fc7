"""Makes the application, ``create_app()``: pages, addresses and sockets around one lobby."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

from flask import Flask
from jinja2 import FileSystemLoader

from plyground.classroom.homework.store import HomeworkStore
from plyground.classroom.plans.store import Plans
from plyground.classroom.services import Listeners
from plyground.competitions.presentation.worst_moves import WorstMoves
from plyground.competitions.presentation.worth_seeing import WorthSeeing
from plyground.competitions.rights import Rights
from plyground.competitions.store import CompetitionStore
from plyground.competitions.submissions.files import bots_folder
from plyground.core import folders, registry
from plyground.core.settings import Settings
from plyground.sessions import limits
from plyground.sessions.kept_limits import KeptLevels
from plyground.sessions.lab import Lab
from plyground.sessions.lab_questions import LabQuestions
from plyground.sessions.reviews import Reviews
from plyground.sessions.shared_limits import levels_in
from plyground.storage import Database
from plyground.storage.private import private_folder
from plyground.storage.redis_server import read_redis
from plyground.web import (
    administration,
    api,
    arena,
    assets,
    catalogue,
    classroom,
    competitions,
    compression,
    course,
    exercising,
    first_steps,
    homework,
    join_codes,
    lessons,
    library,
    offline,
    own_tests,
    pages,
    parts,
    planning,
    puzzling,
    reporting,
    reviewing,
    security,
    sockets,
    submissions,
    writing,
)
from plyground.web.addresses import EVERYWHERE, LateRule, finder, served
from plyground.web.answer_keys import AnswerKeys
from plyground.web.bots_api import page
from plyground.web.bots_api import views as network_bots
from plyground.web.bots_api.ladder import Ladder
from plyground.web.bots_api.streams import ListeningWire
from plyground.web.broadcast import Broadcaster
from plyground.web.catalogue import picture_data
from plyground.web.closing import Closing
from plyground.web.entrance import Entrance, Surroundings
from plyground.web.exchange import LARGEST_FORM, LargeBodies, PacedRequest
from plyground.web.heads import BoundedHeads
from plyground.web.kept_templates import KeptTemplates
from plyground.web.languages import Languages, TranslatingWire, speak
from plyground.web.lesson_bots import LessonBots, Think
from plyground.web.local_rules import serving as local_rules
from plyground.web.operating import views as operating
from plyground.web.operating.lost_keys import LostKeys
from plyground.web.operating.metrics import Metrics
from plyground.web.operating.overview import SERVICE, Parts, own, standing
from plyground.web.operating.readiness import Readiness
from plyground.web.operating.redis_check import RedisCheck
from plyground.web.operating.requests import watch_requests
from plyground.web.owners import Owners
from plyground.web.refusing import answer_refusals
from plyground.web.visiting import Visitors, tell_apart

log = logging.getLogger("plyground")

LARGEST_BODY = 2 * 1024 * 1024
"""Bytes of a request: the longest record that is read (``plyground.sessions.reading``), as JSON writes it."""


def create_app(settings: Settings | None = None, host: str = "127.0.0.1", lesson_bots: Think | None = None) -> Flask:
    """The application with its lobby at ``app.extensions["lobby"]``, workers not yet started.

    ``host`` is where it will listen, which decides the address that links and QR codes give out. ``lesson_bots`` think
    for the lessons in place of the workers. Games and bots that break the contract are left out, and the log says so.
    Raises ``ContractBroken`` if a lesson is broken.
    """
    for sentence in registry.broken():
        log.warning(sentence)
    app = Flask("plyground", static_folder=None, template_folder=str(folders.TEMPLATES))
    app.url_rule_class, app.request_class = LateRule, PacedRequest
    app.config["MAX_CONTENT_LENGTH"] = LARGEST_BODY
    app.config["MAX_FORM_MEMORY_SIZE"] = LARGEST_FORM
    app.config["TEMPLATES_AUTO_RELOAD"] = True  # an edited page shows without a restart, as static files do
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.bytecode_cache = KeptTemplates()

    socketio = sockets.make_socketio()
    plain = app.wsgi_app
    socketio.init_app(app)
    wire = TranslatingWire(socketio.server)
    listening = ListeningWire(wire)
    broadcaster = Broadcaster(listening)
    settings = settings or Settings.from_environment()
    address = read_redis(settings)
    kept_levels = None if address else KeptLevels(folders.data() / "limits.json")
    limits.levels_of = levels_in(address) if kept_levels is None else kept_levels.levels
    surroundings = Surroundings.of(settings)
    app.wsgi_app = BoundedHeads(Entrance(app.wsgi_app, plain, surroundings))  # type: ignore[method-assign]
    keepers = [Path(settings.translations)] if settings.translations else []
    languages = Languages([*keepers, folders.PACKAGE / "translations", *catalogue.folders("translations")])
    speak(app, languages)
    for folder in (bots_folder().parent, bots_folder()):
        private_folder(folder)
    database = Database(settings.database_url)
    site = parts.site(settings, database, broadcaster.publish)
    publish = site.publish if site else broadcaster.publish
    listeners = Listeners(publish)
    lobby = parts.lobby(site, listeners.publish, settings, database)
    lab_of_all = Lab(lobby.pool, lobby.monotonic, LabQuestions(database))
    classes = parts.classes(site, lobby, lab_of_all, listeners)
    contests = CompetitionStore(settings, database=database)
    finals_broadcast, contest_service = parts.competitions(site, contests, publish, settings, lobby.pool)

    files = assets.Assets(folders.STATIC, *catalogue.folders("static"), made=catalogue.made())
    app.jinja_loader = FileSystemLoader([folders.TEMPLATES, *catalogue.folders("templates")])
    app.jinja_env.globals.update(
        served=served,
        static=lambda name: served(files.url(name)),
        modules=lambda *entries: [served(path) for path in files.modules(*entries)],
        joined=lambda *entries: served(files.joined(*entries)),
        picture_data=picture_data,
        seat_shapes=catalogue.shapes(),
        style_sheets=lambda *shown: [name for name in catalogue.style_sheets(*shown) if files.find(name)],
        joined_styles=lambda games, own: served(files.joined_styles(*games, *own)),
    )
    app.context_processor(lambda: _for_templates(files))
    app.register_blueprint(assets.blueprint(files))
    app.register_blueprint(pages.blueprint(lobby))
    here = finder(surroundings.address, host in EVERYWHERE)
    app.register_blueprint(api.blueprint(lobby, lab_of_all, here))
    ladder = Ladder(contests, contest_service, settings.scheduler)
    app.register_blueprint(network_bots.blueprint(lobby, broadcaster, listening, here, ladder))
    app.register_blueprint(page.blueprint(here))
    app.register_blueprint(library.blueprint())
    app.register_blueprint(local_rules.blueprint(languages))
    app.register_blueprint(offline.blueprint(files, languages))
    app.register_blueprint(first_steps.blueprint())
    reviews = Reviews(lobby.pool, folders.data() / "reviews", lobby.monotonic)
    app.register_blueprint(reviewing.blueprint(reviews))
    app.register_blueprint(puzzling.blueprint(lobby.pool))
    keys = AnswerKeys(lobby.pool)
    app.register_blueprint(classroom.blueprint(classes, keys))
    plans = Plans(database)
    app.register_blueprint(planning.blueprint(plans, keys))
    app.register_blueprint(course.blueprint(keys))
    rights = Rights(contests)
    app.register_blueprint(competitions.blueprint(contests, finals_broadcast, contest_service, rights))
    owners = Owners(contests, rights)
    app.register_blueprint(submissions.blueprint(contests, rights, contest_service, lobby.settings, owners))
    worth_seeing = WorthSeeing(contests, reviews, contest_service.is_busy)
    worst_moves = WorstMoves(contests, worth_seeing, reviews)
    app.register_blueprint(own_tests.blueprint(contests, worst_moves, contest_service, owners))
    app.register_blueprint(arena.blueprint(contests, worth_seeing, rights))
    app.register_blueprint(administration.blueprint(contests, contest_service, rights))
    app.register_blueprint(join_codes.blueprint(contests, rights, here))
    app.register_blueprint(reporting.blueprint(contests, contest_service, rights))
    app.register_blueprint(writing.blueprint(contests))
    checks = exercising.Checks()
    set_homework = HomeworkStore(database)
    closing = Closing(set_homework)
    app.register_blueprint(exercising.blueprint(checks, closing))
    app.register_blueprint(homework.blueprint(set_homework, keys, checks, closing, here))
    lessons.lessons(app.jinja_env)
    app.register_blueprint(lessons.blueprint(lesson_bots or LessonBots(lobby.pool)))
    redis = RedisCheck(settings.redis_url, site) if site else None
    readiness = Readiness(database, lobby.pool, redis=redis)
    looked_at = Parts(database, lobby, classes, contests, contest_service, readiness, site)
    if site is not None:
        site.serve(SERVICE, {own.__name__: lambda: own(looked_at)})
    metrics = Metrics(lambda: standing(looked_at))
    app.register_blueprint(
        operating.blueprint(looked_at, metrics, rights, LostKeys(classes, set_homework, plans), settings.metrics_key)
    )
    watch_requests(app, metrics)
    sockets.bind(socketio, lobby, broadcaster, classes, finals_broadcast, languages, wire, metrics)
    security.protect(app)
    tell_apart(app, Visitors(rights.teacher_key))
    compression.compress(app)
    answer_refusals(app)
    app.extensions |= {
        "limits": kept_levels,
        "large_bodies": LargeBodies(),
        "lobby": lobby,
        "site": site,
        "surroundings": surroundings,
        "classes": classes,
        "assets": files,
        "broadcaster": broadcaster,
        "contests": contests,
        "competition_service": contest_service,
        "rights": rights,
        "worth_seeing": worth_seeing,
        "finals_broadcast": finals_broadcast,
        "ladder": ladder,
        "metrics": metrics,
    }
    return app


def _for_templates(files: assets.Assets) -> dict[str, Any]:
    files.refresh()
    return {"nonce": security.nonce(), "import_map": files.import_map(served(""))}
