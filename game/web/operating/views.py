"""The addresses for whoever runs the server: ``/ready`` for all, ``/metrics`` and the operator's page with a key.

Whether a server is ready is no secret, and balancers carry no keys. What it is busy with is: figures are read with the
teacher's key, or by one that opens nothing else, so that Prometheus need not be told the teacher's.
"""

from __future__ import annotations

import hmac

from flask import Blueprint, Response, jsonify, render_template

from plyground.competitions.rights import Rights
from plyground.core.messages import _
from plyground.core.refusals import NotTeacher
from plyground.sessions import reading
from plyground.sessions.keys import digest
from plyground.web.exchange import bearer, json_body
from plyground.web.operating.engines import EngineDesk
from plyground.web.operating.lost_keys import LONGEST, LostKeys
from plyground.web.operating.metrics import KIND, Metrics
from plyground.web.operating.overview import Parts, overview


def blueprint(parts: Parts, metrics: Metrics, rights: Rights, lost_keys: LostKeys, metrics_key: str) -> Blueprint:
    """``/ready``, ``/metrics``, ``/operate`` and ``/api/operate``, whose engines can be tested, enabled and
    stopped there, and where those who have lost a key are given a new link."""
    pages = Blueprint("operating", __name__)
    desk = EngineDesk(parts.lobby.pool)

    @pages.get("/ready")
    def ready() -> tuple[Response, int]:
        checks = parts.readiness.checks()
        well = all(check.ok for check in checks)
        return jsonify(ready=well, checks={check.name: check.as_json() for check in checks}), 200 if well else 503

    @pages.get("/metrics")
    def read() -> Response:
        known = bool(metrics_key) and hmac.compare_digest(digest(bearer()), digest(metrics_key))
        if not known and not rights.is_teacher(bearer()):
            raise NotTeacher(_("The figures are read with the teacher’s key, or with that of PLYGROUND_METRICS_KEY."))
        return Response(metrics.text(), content_type=KIND)

    @pages.get("/operate")
    def page() -> str:
        return render_template("operate.html")

    @pages.get("/api/operate")
    def data() -> Response:
        rights.insist_teacher(bearer())
        return jsonify({**overview(parts), "engines": desk.shown()})

    @pages.post("/api/operate/engines/<engine_id>")
    def engine(engine_id: str) -> Response:
        rights.insist_teacher(bearer())
        desk.do(engine_id, json_body().get("do"))
        return jsonify(engines=desk.shown())

    @pages.post("/api/operate/keys")
    def lost_key() -> Response:
        rights.insist_teacher(bearer())
        return jsonify(url=lost_keys.link(reading.a_text(json_body(), "address", LONGEST, required=True)))

    return pages
