// Takes one payment with the generated Rust client and prints its status.
use std::env::var;
use vintem::apis::configuration::Configuration;
use vintem::apis::{customers_api, payment_intents_api, tokens_api, Error};
use vintem::models;

type Failure = Box<dyn std::error::Error>;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Failure> {
    let mut service = Configuration::new();
    service.base_path = var("VINTEM_BASE_URL")?;
    service.bearer_access_token = Some(var("VINTEM_KEY")?);

    let params = models::CustomerCreateParams::new("ana@example.com".into());
    let customer = customers_api::create_customer(&service, params, None, None).await?;
    let card = models::TokenCardParams::new("4242424242424242".into(), 12, 2040, "123".into());
    let params = models::CardTokenCreateParams::new(models::card_token_create_params::Type::Card, card);
    let params = models::TokenCreateParams::CardTokenCreateParams(Box::new(params));
    let token = tokens_api::create_token(&service, params, None, None, None).await?;
    let params = models::PaymentIntentCreateParams::new(4990, "brl".into(), customer.id.clone());
    let intent = payment_intents_api::create_payment_intent(&service, params, None, None).await?;
    let params = models::PaymentIntentConfirmParams::new(token.id);
    let paid = payment_intents_api::confirm_payment_intent(&service, &intent.id, params.clone(), None, None).await?;
    assert!(paid.next_action.is_none());
    assert!(paid.charges.latest.is_some_and(|charge| charge.starts_with("ch_")));
    let listed = payment_intents_api::list_payment_intents(
        &service,
        Some(&customer.id),
        None,
        None,
        None,
        None,
        None,
        None,
        None,
        None,
    )
    .await?;
    assert!(listed.data.len() == 1 && listed.data[0].id == intent.id);
    let again = payment_intents_api::confirm_payment_intent(&service, &intent.id, params, None, None).await;
    assert!(matches!(again, Err(Error::ResponseError(failure)) if failure.status == 400));
    println!("{}", paid.status);
    Ok(())
}
