"""What the owner of a bot asks for: take part, hand in, watch the first games, choose, note, withdraw; and the ladder.

An owner shows the bot's key as ``Authorization: Bearer KEY``. Without it the same addresses give what everybody sees.
"""

from __future__ import annotations

from contextlib import closing
from typing import Any

from flask import Blueprint, Response, jsonify, make_response, redirect, render_template, request
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.wrappers import Response as AnyResponse

from plyground.competitions import ownership, registration, roster, seasons
from plyground.competitions.languages import table
from plyground.competitions.presentation import conditions, profile, public
from plyground.competitions.rights import NotOwner, Rights
from plyground.competitions.running.service import CompetitionService
from plyground.competitions.store import CompetitionStore, Entry, Version
from plyground.competitions.submissions.unpacking import MOST_BYTES, MOST_WEIGHTS, TOO_LARGE, unpack, with_weights
from plyground.competitions.submissions.weights import Files
from plyground.core.messages import _
from plyground.core.refusals import BadCode, CannotChallenge, Malformed, NoSuchEntry, UploadTooLarge
from plyground.core.settings import Settings
from plyground.sessions.keys import OWNER
from plyground.sessions.limits import Buckets
from plyground.sessions.reading import a_flag, a_new_key, a_number, a_text, a_whole_number
from plyground.web.addresses import served
from plyground.web.exchange import bearer, json_body, unless_known, who
from plyground.web.owners import Owners

LARGEST_UPLOAD = MOST_BYTES + MOST_WEIGHTS + 64 * 1024
"""Bytes of a request that hands in: the largest bot and weights, packed as badly as can be, and the form around it."""
_MEGABYTE = 1024 * 1024
_MOST_NUMBER = 6
MADE = (1 / 30, 6)
"""So many bots a second may a visitor make, and at once; a class behind one address may make as many as ``CROWD``."""
HANDED_IN = (1 / 10, 10)
"""So many versions of a bot a second are looked at, and at once."""
_LONGEST = 1_000_000
"""Characters of a field at first; what each may have is said by who takes it."""


def blueprint(
    store: CompetitionStore, rights: Rights, service: CompetitionService, settings: Settings, owners: Owners
) -> Blueprint:
    """``/compete/ID/enter``, ``…/bots/ENTRY``, ``…/ladder``, and what they ask for under ``/api/competitions/ID``."""
    pages = Blueprint("submissions", __name__)
    makers = Buckets(
        *MADE, _("Several bots have been made by you just now; hand in with one of them, or make another in a minute.")
    )
    versions = Buckets(
        *HANDED_IN, _("Several versions of this bot came just now; wait ten seconds before you hand in the next.")
    )
    owner, changes, strangers = owners.insist, owners.changes, owners.strangers
    room = int(settings.bot_megabytes * _MEGABYTE)

    def whole(competition: str, entry: str, own: bool) -> dict[str, Any]:
        shown = profile.profile(store, competition, entry)
        shown["problem"] = service.problem(competition)
        if own:
            found = store.entry(competition, entry)
            going = service.comparisons.states(found.competition)
            shown["own"] = {
                **profile.for_owner(store, found, going),
                "challenges": profile.challenging(store, found, service.challenges.places(found.competition)),
                "sandbox_problem": service.sandbox.problem(),
            }
        return shown

    @pages.get("/compete/<competition>/enter")
    def enter_page(competition: str) -> str | AnyResponse:
        found = seasons.present(store, competition)
        who(f"competition {found.id}")  # the link that its teacher gives out brings an allowance of its own
        if found.id != competition:
            return redirect(served(f"/compete/{found.id}/enter"))
        return render_template(
            "compete/enter.html",
            shown=public.head(found)
            | {"codes": bool(store.roster.of(found.id)), "season": found.season}
            | {"languages": table.titles(found.settings.languages), "conditions": conditions.told(found)},
        )

    @pages.get("/compete/<competition>/bots/<entry>")
    def bot_page(competition: str, entry: str) -> str:
        return render_template("compete/bot.html", shown=whole(competition, entry, own=False))

    @pages.get("/compete/<competition>/ladder")
    def ladder_page(competition: str) -> str:
        return render_template("compete/ladder.html", shown=profile.ladder(store, competition))

    @pages.get("/api/competitions/<competition>/ladder")
    def ladder(competition: str) -> Response:
        return unless_known(profile.ladder(store, competition))

    @pages.post("/api/competitions/<competition>/bots")
    def enter(competition: str) -> tuple[Response, int]:
        competition = seasons.present(store, competition).id
        asker, body = who(f"competition {competition}"), json_body()
        try:
            person = roster.owner_of(store, competition, a_text(body, "code", 40))
        except BadCode:
            strangers.take(asker)
            raise
        if person is not None:
            changes.take(f"{person.competition} {person.number}")
            return entered(*roster.enter(store, person))
        strangers.take(asker)
        makers.take(asker)
        shown = a_flag(body, "show_name", False)
        name = ownership.real_name(a_text(body, "name", _LONGEST), shown)
        if name is not None and shown:
            registration.insist_unlike(store, competition, name)
        key, kept = OWNER.new()
        made = registration.register(store, competition, name=name, owner=kept)
        if shown:
            ownership.rename(store, made, name, shown)
        return entered(made, key)

    def entered(made: Entry, key: str) -> tuple[Response, int]:
        url = served(f"/compete/{made.competition}/bots/{made.id}")
        return jsonify(bot=made.id, alias=made.alias, key=key, url=url), 201

    @pages.get("/api/competitions/<competition>/bots/<entry>")
    def bot(competition: str, entry: str) -> Response:
        own = bool(bearer())
        if own:
            rights.insist_owner(store.get(competition).id, entry, bearer())
        return unless_known(whole(competition, entry, own))

    @pages.post("/api/competitions/<competition>/bots/<entry>/versions")
    def hand_in(competition: str, entry: str) -> tuple[Response, int]:
        found = present(owner(competition, entry, versions))
        service.sandbox.insist()
        given, note, language = _submitted()
        most = registration.MOST_UNVALIDATED
        version = registration.submit_files(
            store, found, given, note=note, room=room, most_unvalidated=most, language=language
        )
        service.submitted(found.competition)
        url = served(f"/compete/{found.competition}/bots/{found.id}")
        return jsonify(version=version.number, tokens=version.tokens, url=url), 201

    def present(found: Entry) -> Entry:
        """The bot in the season that it plays now, if the asker's key opens it there too."""
        later = seasons.present_entry(store, found)
        return found if later is found else owner(later.competition, later.id)

    @pages.get("/api/competitions/<competition>/bots/<entry>/versions/<number>")
    def status(competition: str, entry: str, number: str) -> Response:
        told = profile.status(store, competition, entry, _number(number))
        return unless_known({**told, "problem": service.problem(competition)})

    @pages.get("/api/competitions/<competition>/bots/<entry>/versions/<number>/source")
    def source(competition: str, entry: str, number: str) -> Response:
        learnt = request.args.get("weights") != "no"
        found = ownership.source(store, owner(competition, entry), _number(number), learnt)
        answer = make_response(found.data)
        answer.headers["Content-Type"] = found.kind
        answer.headers["Content-Disposition"] = f'attachment; filename="{found.name}"'
        return answer

    @pages.post("/api/competitions/<competition>/bots/<entry>/versions/<number>/note")
    def note(competition: str, entry: str, number: str) -> Response:
        found = owner(competition, entry)
        ownership.note(store, found, _number(number), _note(json_body()))
        return jsonify(whole(competition, entry, own=True))

    @pages.post("/api/competitions/<competition>/bots/<entry>/versions/<number>/choose")
    def choose(competition: str, entry: str, number: str) -> Response:
        found = owner(competition, entry)
        ownership.choose(store, found, _number(number))
        service.submitted(found.competition)
        return jsonify(whole(competition, entry, own=True))

    @pages.post("/api/competitions/<competition>/bots/<entry>/name")
    def rename(competition: str, entry: str) -> Response:
        found, body = owner(competition, entry), json_body()
        ownership.rename(store, found, a_text(body, "name", _LONGEST), a_flag(body, "show_name", False))
        return jsonify(whole(competition, entry, own=True))

    @pages.post("/api/competitions/<competition>/bots/<entry>/key")
    def renew(competition: str, entry: str) -> Response:
        """A new key for the owner, who shows the old one, which opens nothing afterwards."""
        return jsonify(key=rights.renew_owner(owner(competition, entry), a_new_key(json_body(), False), bearer()))

    @pages.post("/api/competitions/<competition>/bots/<entry>/withdraw")
    def withdraw(competition: str, entry: str) -> Response:
        ownership.withdraw(store, owner(competition, entry))
        return jsonify(whole(competition, entry, own=True))

    def two(found: Entry) -> tuple[Version, Version]:
        numbers = [a_whole_number(json_body(), name, 0, 10**_MOST_NUMBER) for name in ("new", "old")]
        new, old = (ownership.version(store, found, number) for number in numbers)
        return new, old

    @pages.post("/api/competitions/<competition>/bots/<entry>/comparisons")
    def compare(competition: str, entry: str) -> tuple[Response, int]:
        found = owner(competition, entry)
        service.comparisons.ask(found.competition, *two(found))
        return jsonify(whole(competition, entry, own=True)), 201

    @pages.post("/api/competitions/<competition>/bots/<entry>/comparisons/stop")
    def stop(competition: str, entry: str) -> Response:
        found = owner(competition, entry)
        new, old = two(found)
        service.comparisons.stop(found.competition, new.id, old.id)
        return jsonify(whole(competition, entry, own=True))

    @pages.post("/api/competitions/<competition>/bots/<entry>/challenges")
    def challenge(competition: str, entry: str) -> tuple[Response, int]:
        found, body = owner(competition, entry), json_body()
        number = a_whole_number(body, "version", 0, 10**_MOST_NUMBER, default=0)
        mine = ownership.version(store, found, number) if number else store.versions(found.competition)[_active(found)]
        against, seat = a_text(body, "against", 80, required=True), a_whole_number(body, "seat", 0, 64, default=0)
        pace = a_number(body, "pace", 0, 10, default=0)
        game = service.challenges.ask(found.competition, mine.id, against, seat, pace)
        place = service.challenges.places(found.competition).get(game)
        url = served(f"/compete/{found.competition}/live/{game}")
        return jsonify(game=game, place=place, url=url), 201

    @pages.get("/api/competitions/<competition>/games/<game>/logs")
    def logs(competition: str, game: str) -> Response:
        key = bearer()
        found = ownership.logs(store, store.get(competition).id, game, lambda entry: rights.is_owner(entry, key))
        if not found:
            raise NotOwner
        return jsonify(logs=found, limits=ownership.limits(store.game(game)[2]))

    return pages


def _active(entry: Entry) -> str:
    """The version that plays; raises ``CannotChallenge`` if the bot was withdrawn, or has none."""
    if entry.active is None:
        raise CannotChallenge(_("Your bot has no version that plays."))
    return entry.active


def _submitted() -> tuple[Files, str, str | None]:
    """The files, the note and the language of a request (None where the files show it), as JSON with a source or as a
    form with a file; raises a refusal."""
    request.max_content_length = LARGEST_UPLOAD
    try:
        if request.mimetype == "multipart/form-data":
            file = request.files.get("file")
            if file is None:
                raise Malformed(_("A bot comes as the file “file” of the form."))
            with closing(file):
                files = unpack(file.filename or "", file.stream.read(LARGEST_UPLOAD))
            learnt = request.files.get("weights")
            if learnt is not None:
                with closing(learnt):
                    files = with_weights(files, learnt.filename or "", learnt.stream.read(MOST_WEIGHTS + 1))
            return files, request.form.get("note", ""), request.form.get("language") or None
        body = json_body()
    except RequestEntityTooLarge:
        raise UploadTooLarge(TOO_LARGE) from None
    text = body.get("source")
    if not isinstance(text, str):
        raise Malformed(_("The field source holds the text of a source file."))
    language = a_text(body, "language", 40) or None
    suffix = ".py" if language is None else (table.language(language).suffixes or (".py",))[0]
    return unpack(f"bot{suffix}", text.encode("utf-8", errors="replace")), _note(body), language


def _note(body: dict[str, Any]) -> str:
    """A note, whatever letters it has: who keeps it leaves out what cannot be kept."""
    note = "" if body.get("note") is None else body["note"]
    if not isinstance(note, str):
        raise Malformed(_("The field note is a text."))
    return note


def _number(text: str) -> int:
    if not text.isdecimal() or len(text) > _MOST_NUMBER:
        raise NoSuchEntry(_("Versions are numbered from 1."))
    return int(text)
