import type { WebhookDelivery, WebhookEndpoint, WebhookEndpointCreateParams, WebhookEndpointDeleted, WebhookEndpointWithSecret } from "../models.js";
import type { Client } from "../runtime/client.js";
import type { PagePromise } from "../runtime/page.js";
import type { RequestOptions, WithResponse } from "../runtime/types.js";
/** What `webhookEndpoints.listDeliveries` can be asked for. */
export interface ListWebhookDeliveriesParams {
    /** How many items a page holds. */
    limit?: number | null | undefined;
    /** The id of the last item you have, to get older ones. Not together with `ending_before`. */
    starting_after?: string | null | undefined;
    /** The id of the first item you have, to get the newer ones next to it. Not together with `starting_after`. */
    ending_before?: string | null | undefined;
}
/** What `webhookEndpoints.list` can be asked for. */
export interface ListWebhookEndpointsParams {
    /** How many items a page holds. */
    limit?: number | null | undefined;
    /** The id of the last item you have, to get older ones. Not together with `ending_before`. */
    starting_after?: string | null | undefined;
    /** The id of the first item you have, to get the newer ones next to it. Not together with `starting_after`. */
    ending_before?: string | null | undefined;
}
/** Where events are sent, signed, with seven attempts over about 31 hours. */
export declare class WebhookEndpointsResource {
    #private;
    constructor(client: Client);
    /**
     * Register a webhook endpoint.
     *
     * Events from now on are sent to the URL, signed with `secret`, which this answer shows for the only time (until you rotate it). The URL is https
     * with a valid certificate and no credentials in it.
     *
     * @throws VintemError when the service refuses, or cannot be reached.
     */
    create(params: WebhookEndpointCreateParams, options?: RequestOptions): Promise<WithResponse<WebhookEndpointWithSecret>>;
    /**
     * Delete a webhook endpoint.
     *
     * Nothing more is sent to it; its pending deliveries are canceled.
     *
     * @param id The id of the webhook endpoint (`we_…`).
     * @throws VintemError when the service refuses, or cannot be reached.
     */
    delete(id: string, options?: RequestOptions): Promise<WithResponse<WebhookEndpointDeleted>>;
    /**
     * List the deliveries of a webhook endpoint.
     *
     * Newest first, with how the last attempt went and when the next one comes.
     *
     * @param id The id of the webhook endpoint (`we_…`).
     * @throws VintemError when the service refuses, or cannot be reached.
     */
    listDeliveries(id: string, params?: ListWebhookDeliveriesParams | null, options?: RequestOptions): PagePromise<WebhookDelivery>;
    /**
     * List webhook endpoints.
     *
     * Newest first, without their secrets.
     *
     * @throws VintemError when the service refuses, or cannot be reached.
     */
    list(params?: ListWebhookEndpointsParams | null, options?: RequestOptions): PagePromise<WebhookEndpoint>;
    /**
     * Deliver an event again.
     *
     * Makes a new pending delivery of any event of yours to this endpoint, whether it subscribes to the type or not. The first attempt comes at the
     * scheduler's next tick, with the same bytes as before.
     *
     * @param id The id of the webhook endpoint (`we_…`).
     * @param eventId The id of the event to deliver again (`evt_…`).
     * @throws VintemError when the service refuses, or cannot be reached.
     */
    replay(id: string, eventId: string, options?: RequestOptions): Promise<WithResponse<WebhookDelivery>>;
    /**
     * Retrieve a webhook endpoint.
     *
     * The endpoint, without its secret.
     *
     * @param id The id of the webhook endpoint (`we_…`).
     * @throws VintemError when the service refuses, or cannot be reached.
     */
    retrieve(id: string, options?: RequestOptions): Promise<WithResponse<WebhookEndpoint>>;
    /**
     * Rotate the signing secret.
     *
     * Makes a new secret and shows it for the only time. The old one stops signing at once, also for attempts that are still to come.
     *
     * @param id The id of the webhook endpoint (`we_…`).
     * @throws VintemError when the service refuses, or cannot be reached.
     */
    rotateSecret(id: string, options?: RequestOptions): Promise<WithResponse<WebhookEndpointWithSecret>>;
}
