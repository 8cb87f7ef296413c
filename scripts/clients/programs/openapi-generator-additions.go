// Reads what a later version of the service answers with OpenAPI Generator's Go client, and prints what is new.
package main

import (
	"context"
	"errors"
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
	configuration := vintem.NewConfiguration()
	configuration.Servers = vintem.ServerConfigurations{{URL: os.Getenv("VINTEM_BASE_URL")}}
	client := vintem.NewAPIClient(configuration)
	ctx := context.Background()

	intent, _, err := client.PaymentIntentsAPI.RetrievePaymentIntent(ctx, "pi_1").Execute()
	check(err)
	events, _, err := client.EventsAPI.ListEvents(ctx).Execute()
	check(err)
	if events.Data[1].Data.Object.PaymentIntent == nil || events.Data[2].Data.Object.Dispute == nil {
		panic("the resources of known events have lost their types")
	}
	_, _, err = client.PaymentIntentsAPI.CancelPaymentIntent(ctx, "pi_1").Execute()
	var failure *vintem.GenericOpenAPIError
	if !errors.As(err, &failure) {
		panic("the cancellation did not fail")
	}
	code := failure.Model().(vintem.ErrorResponse).Error.Code
	fmt.Println(intent.Status, events.Data[0].Type, code)
}
