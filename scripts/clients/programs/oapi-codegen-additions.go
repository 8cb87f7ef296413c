// Reads what a later version of the service answers with the client of oapi-codegen, and prints what is new.
package main

import (
	"context"
	"fmt"
	"os"

	"example.com/vintem"
)

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func main() {
	client, err := vintem.NewClientWithResponses(os.Getenv("VINTEM_BASE_URL"))
	check(err)
	ctx := context.Background()

	intent, err := client.RetrievePaymentIntentWithResponse(ctx, "pi_1", nil)
	check(err)
	events, err := client.ListEventsWithResponse(ctx, nil)
	check(err)
	dispute, err := events.JSON200.Data[2].Data.Object.AsDispute()
	check(err)
	if dispute.Refund == nil {
		panic("the resource of a known event has lost its members")
	}
	refused, err := client.CancelPaymentIntentWithResponse(ctx, "pi_1", nil, vintem.PaymentIntentCancelParams{})
	check(err)
	fmt.Println(intent.JSON200.Status, events.JSON200.Data[0].Type, refused.JSON400.Error.Code)
}
