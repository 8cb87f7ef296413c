"""What Schemathesis cannot read in openapi.yaml."""
import uuid

import schemathesis
from schemathesis.specs.openapi.checks import positive_data_acceptance

# A request that the schemas allow may be refused with one of these codes and parameters, by a rule that OpenAPI 3.0 cannot express.
EXPLAINED = {
    ("parameter_invalid", "document.number"): "the check digits of a CPF or CNPJ",
    ("parameter_invalid", "card.number"): "the check digit and the length of a card number, by brand",
    ("parameter_invalid", "card.cvc"): "the length of a security code, by brand",
    ("expired_card", "card.expYear"): "the date of today",
    ("parameter_invalid", "currency"): "the list of ISO 4217 currencies",
    ("parameter_invalid", "starting_after"): "a cursor is the id of an item in the list",
    ("parameter_invalid", "ending_before"): "the same; the two cursors exclude each other",
    ("parameter_invalid", "to"): "the clock only moves forward",
    ("parameter_invalid", None): "no NUL character and no lone surrogate",
}


@schemathesis.hook
def before_call(context, case, kwargs):
    """A key that is used for another request is refused, so each request gets a new one."""
    if case.headers and "Idempotency-Key" in case.headers and case.meta.generation.mode.is_positive:
        case.headers["Idempotency-Key"] = str(uuid.uuid4())


@schemathesis.check
def valid_data_acceptance(ctx, response, case):
    """The check positive_data_acceptance, without what EXPLAINED lists."""
    if response.status_code in (400, 402):
        error = response.json()["error"]
        if (error["code"], error.get("param")) in EXPLAINED:
            return None
    return positive_data_acceptance(ctx, response, case)
