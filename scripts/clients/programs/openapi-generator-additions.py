"""Reads what a later version of the service answers with OpenAPI Generator's Python client, and prints what is new."""

import os

import vintem

configuration = vintem.Configuration(host=os.environ["VINTEM_BASE_URL"], access_token="zsk_test_1")

with vintem.ApiClient(configuration) as client:
    intents = vintem.PaymentIntentsApi(client)
    intent = intents.retrieve_payment_intent("pi_1")
    events = vintem.EventsApi(client).list_events().data
    assert [event.type for event in events[1:]] == ["payment_intent.succeeded", "charge.dispute.created"]
    try:
        intents.cancel_payment_intent("pi_1")
        raise AssertionError("the cancellation did not fail")
    except vintem.ApiException as error:
        assert error.data is not None
        print(intent.status, events[0].type, error.data.error.code)
