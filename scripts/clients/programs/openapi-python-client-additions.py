"""Reads what a later version of the service answers with the client of openapi-python-client, and prints what is new."""

import os

from vintem import AuthenticatedClient
from vintem.api.events import list_events
from vintem.api.payment_intents import cancel_payment_intent, retrieve_payment_intent
from vintem.models import Dispute, ErrorResponse, EventList, PaymentIntent

client = AuthenticatedClient(base_url=os.environ["VINTEM_BASE_URL"], token="zsk_test_1")
intent = retrieve_payment_intent.sync("pi_1", client=client)
events = list_events.sync(client=client)
refused = cancel_payment_intent.sync("pi_1", client=client)
assert isinstance(intent, PaymentIntent) and isinstance(events, EventList) and isinstance(refused, ErrorResponse)
assert isinstance(events.data[1].data.object_, PaymentIntent) and isinstance(events.data[2].data.object_, Dispute)
print(intent.status, events.data[0].type_, refused.error.code)
