"""Takes one payment with the generated Python client and prints its status."""

import os

import vintem

configuration = vintem.Configuration(host=os.environ["VINTEM_BASE_URL"], access_token=os.environ["VINTEM_KEY"])

with vintem.ApiClient(configuration) as client:
    customer = vintem.CustomersApi(client).create_customer(vintem.CustomerCreateParams(email="ana@example.com"))
    card = vintem.TokenCardParams(number="4242424242424242", expMonth=12, expYear=2040, cvc="123")
    token = vintem.TokensApi(client).create_token(
        vintem.TokenCreateParams(vintem.CardTokenCreateParams(type="card", card=card))
    )
    intents = vintem.PaymentIntentsApi(client)
    intent = intents.create_payment_intent(
        vintem.PaymentIntentCreateParams(amount=4990, currency="brl", customer=customer.id)
    )
    paid = intents.confirm_payment_intent(intent.id, vintem.PaymentIntentConfirmParams(payment_method=token.id))
    assert paid.next_action is None and (paid.charges.latest or "").startswith("ch_")
    listed = intents.list_payment_intents(customer=customer.id)
    assert [each.id for each in listed.data] == [intent.id]
    try:
        intents.confirm_payment_intent(intent.id, vintem.PaymentIntentConfirmParams(payment_method=token.id))
        raise AssertionError("the second confirm did not fail")
    except vintem.ApiException as error:
        assert error.status == 400, error
    print(paid.status)
