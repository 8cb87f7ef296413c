// Takes one payment with the client of ogen and prints its status.
package main

import (
	"context"
	"fmt"
	"os"
	"strings"

	"example.com/vintem/vintem"
	"github.com/ogen-go/ogen/ogenerrors"
)

// key authenticates as a bearer, and not with HTTP Basic.
type key string

func (k key) BearerKey(context.Context, vintem.OperationName) (vintem.BearerKey, error) {
	return vintem.BearerKey{Token: string(k)}, nil
}

func (k key) BasicKey(context.Context, vintem.OperationName) (vintem.BasicKey, error) {
	return vintem.BasicKey{}, ogenerrors.ErrSkipClientSecurity
}

// expect returns an answer as one of its possible types.
func expect[T any](answer any, err error) T {
	if err != nil {
		panic(err)
	}
	expected, ok := answer.(T)
	if !ok {
		panic(fmt.Sprintf("unexpected answer: %+v", answer))
	}
	return expected
}

func main() {
	client, err := vintem.NewClient(os.Getenv("VINTEM_BASE_URL"), key(os.Getenv("VINTEM_KEY")))
	if err != nil {
		panic(err)
	}
	ctx := context.Background()

	customer := expect[*vintem.CustomerHeaders](client.CreateCustomer(ctx,
		&vintem.CustomerCreateParams{Email: "ana@example.com"}, vintem.CreateCustomerParams{})).Response
	card := vintem.TokenCardParams{Number: "4242424242424242", ExpMonth: 12, ExpYear: 2040, Cvc: "123"}
	params := vintem.CardTokenCreateParams{Type: vintem.CardTokenCreateParamsTypeCard, Card: card}
	token := expect[*vintem.TokenHeaders](client.CreateToken(ctx,
		&vintem.TokenCreateParams{OneOf: vintem.NewCardTokenCreateParamsTokenCreateParamsSum(params)}, vintem.CreateTokenParams{})).Response
	intent := expect[*vintem.PaymentIntentHeaders](client.CreatePaymentIntent(ctx,
		&vintem.PaymentIntentCreateParams{Amount: 4990, Currency: "brl", Customer: customer.ID},
		vintem.CreatePaymentIntentParams{})).Response
	confirm := func() (vintem.ConfirmPaymentIntentRes, error) {
		return client.ConfirmPaymentIntent(ctx, &vintem.PaymentIntentConfirmParams{PaymentMethod: token.ID},
			vintem.ConfirmPaymentIntentParams{ID: intent.ID})
	}
	paid := expect[*vintem.PaymentIntentHeaders](confirm()).Response
	if !paid.NextAction.IsNull() || !strings.HasPrefix(paid.Charges.Latest.Value, "ch_") {
		panic(fmt.Sprintf("unexpected payment intent: %+v", paid))
	}
	listed := expect[*vintem.PaymentIntentListHeaders](client.ListPaymentIntents(ctx,
		vintem.ListPaymentIntentsParams{Customer: vintem.NewOptString(customer.ID)})).Response
	if len(listed.Data) != 1 || listed.Data[0].ID != intent.ID {
		panic("the list does not contain exactly the payment intent")
	}
	expect[*vintem.CannotConfirmHeaders](confirm())
	fmt.Println(paid.Status)
}
