import type { PaymentIntent, PaymentIntentFailParams } from "../models.js";
import type { Client } from "../runtime/client.js";
import type { RequestOptions, WithResponse } from "../runtime/types.js";
/** Force what the payer, the bank or time would do. Secret test keys only. */
export declare class TestHelpersPaymentIntentsResource {
    #private;
    constructor(client: Client);
    /**
     * Make a payment intent expire.
     *
     * As if its time had run out: `canceled` with `payment_intent_expired` (`authentication_failed` for a 3DS challenge), from any state that is not
     * final, with the real `payment_intent.payment_failed` and `payment_intent.canceled` events.
     *
     * @param id The id of the payment intent (`pi_…`).
     * @throws VintemError when the service refuses, or cannot be reached.
     */
    expire(id: string, options?: RequestOptions): Promise<WithResponse<PaymentIntent>>;
    /**
     * Make a payment intent fail.
     *
     * As if the acquirer had refused: `canceled` with `last_payment_error`, from any state that is not final, with the real
     * `payment_intent.payment_failed` event.
     *
     * @param id The id of the payment intent (`pi_…`).
     * @throws VintemError when the service refuses, or cannot be reached.
     */
    fail(id: string, params?: PaymentIntentFailParams | null, options?: RequestOptions): Promise<WithResponse<PaymentIntent>>;
    /**
     * Make a payment intent succeed.
     *
     * As if the payer had paid: `succeeded` from any state that is not final, with the real `payment_intent.succeeded` event and all that follows
     * from it.
     *
     * @param id The id of the payment intent (`pi_…`).
     * @throws VintemError when the service refuses, or cannot be reached.
     */
    succeed(id: string, options?: RequestOptions): Promise<WithResponse<PaymentIntent>>;
}
