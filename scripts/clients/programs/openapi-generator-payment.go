// Takes one payment with the generated Go client and prints its status.
package main

import (
	"context"
	"fmt"
	"os"
	"strings"

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
	ctx := context.WithValue(context.Background(), vintem.ContextAccessToken, os.Getenv("VINTEM_KEY"))

	customer, _, err := client.CustomersAPI.CreateCustomer(ctx).
		CustomerCreateParams(*vintem.NewCustomerCreateParams("ana@example.com")).Execute()
	check(err)
	card := vintem.NewCardTokenCreateParams("card", *vintem.NewTokenCardParams("4242424242424242", 12, 2040, "123"))
	token, _, err := client.TokensAPI.CreateToken(ctx).
		TokenCreateParams(vintem.CardTokenCreateParamsAsTokenCreateParams(card)).Execute()
	check(err)
	intent, _, err := client.PaymentIntentsAPI.CreatePaymentIntent(ctx).
		PaymentIntentCreateParams(*vintem.NewPaymentIntentCreateParams(4990, "brl", customer.Id)).Execute()
	check(err)
	params := vintem.NewPaymentIntentConfirmParams(token.Id)
	paid, _, err := client.PaymentIntentsAPI.ConfirmPaymentIntent(ctx, intent.Id).PaymentIntentConfirmParams(*params).Execute()
	check(err)
	if charge := paid.Charges.GetLatest(); !strings.HasPrefix(charge, "ch_") {
		panic("unexpected charge: " + charge)
	}
	listed, _, err := client.PaymentIntentsAPI.ListPaymentIntents(ctx).Customer(customer.Id).Execute()
	check(err)
	if len(listed.Data) != 1 || listed.Data[0].Id != intent.Id {
		panic("the list does not contain exactly the payment intent")
	}
	_, response, err := client.PaymentIntentsAPI.ConfirmPaymentIntent(ctx, intent.Id).PaymentIntentConfirmParams(*params).Execute()
	if err == nil || response.StatusCode != 400 {
		panic("the second confirm did not fail")
	}
	fmt.Println(paid.Status)
}
