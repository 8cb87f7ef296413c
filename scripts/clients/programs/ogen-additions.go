// Reads what a later version of the service answers with the client of ogen, and prints what is new. It has no operations for events.
package main

import (
	"context"
	"fmt"
	"os"

	"example.com/vintem/vintem"
)

type key struct{}

func (key) BearerKey(context.Context, vintem.OperationName) (vintem.BearerKey, error) {
	return vintem.BearerKey{Token: "zsk_test_1"}, nil
}

func (key) BasicKey(context.Context, vintem.OperationName) (vintem.BasicKey, error) {
	return vintem.BasicKey{}, nil
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func main() {
	client, err := vintem.NewClient(os.Getenv("VINTEM_BASE_URL"), key{})
	check(err)
	ctx := context.Background()

	intent, err := client.RetrievePaymentIntent(ctx, vintem.RetrievePaymentIntentParams{ID: "pi_1"})
	check(err)
	refused, err := client.CancelPaymentIntent(ctx, vintem.OptPaymentIntentCancelParams{},
		vintem.CancelPaymentIntentParams{ID: "pi_1"})
	check(err)
	status := intent.(*vintem.RetrievePaymentIntentOKHeaders).Response.Status
	code := refused.(*vintem.CannotCancelHeaders).Response.Error.Code
	fmt.Println(status, code)
}
