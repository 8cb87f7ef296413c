// Reads what a later version of the service answers with OpenAPI Generator's Rust client, and prints what is new.
use std::env::var;
use vintem::apis::configuration::Configuration;
use vintem::apis::payment_intents_api::CancelPaymentIntentError;
use vintem::apis::{events_api, payment_intents_api, Error};
use vintem::models::EventResource;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut service = Configuration::new();
    service.base_path = var("VINTEM_BASE_URL")?;

    let intent = payment_intents_api::retrieve_payment_intent(&service, "pi_1", None).await?;
    let events = events_api::list_events(&service, None, None, None, None, None, None, None).await?.data;
    assert!(matches!(*events[1].data.object, EventResource::PaymentIntent(_)));
    assert!(matches!(*events[2].data.object, EventResource::Dispute(_)));
    let refused = payment_intents_api::cancel_payment_intent(&service, "pi_1", None, None, None).await;
    let Err(Error::ResponseError(failure)) = refused else { panic!("the cancellation did not fail") };
    let Some(CancelPaymentIntentError::Status400(body)) = failure.entity else { panic!("unexpected: {}", failure.content) };
    println!("{} {} {}", intent.status, events[0].r#type, body.error.code);
    Ok(())
}
