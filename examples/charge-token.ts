/** The service and a bearer key of the merchant with the scope payments. */
export type Quittance = { readonly baseUrl: string; readonly bearerKey: string }

export type TokenCharge = {
  readonly token: string
  readonly invoiceId: string
  /** A decimal such as "40.00"; without it, all that is due. */
  readonly amount?: string
  /** One for each charge that you intend, such as the number of your order: a repetition with it charges nothing more. */
  readonly idempotencyKey: string
}

/**
 * Charges the stored account of a customer for one of the customer's invoices. A decline is a result (`status` is
 * `DECLINED`, with a `reason`), a refusal is an error. After a broken connection, call it again with the same key.
 */
export async function chargeToken({ baseUrl, bearerKey }: Quittance, charge: TokenCharge) {
  const { token, invoiceId, amount, idempotencyKey } = charge
  const response = await fetch(`${baseUrl}/payments/v1/tokens/${encodeURIComponent(token)}/charges`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${bearerKey}`,
      'content-type': 'application/json',
      'idempotency-key': idempotencyKey,
    },
    body: JSON.stringify({ invoiceId, amount }),
  })
  const body = (await response.json()) as Record<'id' | 'status' | 'reason' | 'message', string>
  if (!response.ok) throw new Error(`${body.reason}: ${body.message}`)
  return body
}
