import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { anInvoiceBody } from '../support/data/invoices.ts'
import { attemptKeyIn, CARD_VALUES } from '../support/http/page-client.ts'
import type { ServiceProcess } from '../support/processes/service-process.ts'

/** An invoice that the service acknowledged, and when it was asked for it and for its payment. */
export type Written = {
  readonly id: string
  readonly askedAt: Temporal.Instant
  readonly acknowledgedAt: Temporal.Instant
  /** When the payment was acknowledged; undefined if it was not. */
  paidAt?: Temporal.Instant
}

/** A merchant and a payer who create and pay invoices until they are stopped, whatever becomes of the service. */
export class PointWriter {
  readonly written: Written[] = []
  readonly #key: string
  readonly #service: () => ServiceProcess
  #isStopped = false
  #writing: Promise<void> | undefined

  constructor(folder: string, service: () => ServiceProcess) {
    const credentials = JSON.parse(readFileSync(join(folder, 'sandbox-credentials.json'), 'utf8'))
    this.#key = credentials.merchant.bearer.key
    this.#service = service
  }

  start(): void {
    this.#isStopped = false
    this.#writing = this.#write()
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#writing
  }

  /** Reads an invoice from a service with the same books. */
  async read(url: string, id: string): Promise<{ readonly status: number; readonly isPaid: boolean }> {
    const headers = { authorization: `Bearer ${this.#key}` }
    const response = await fetch(`${url}/invoicing/v2/invoices/${id}`, { headers })
    const text = await response.text()
    return { status: response.status, isPaid: response.status === 200 && JSON.parse(text).status === 'PAID' }
  }

  async #write(): Promise<void> {
    while (!this.#isStopped) {
      // A killed service refuses connections for a while; what it did not acknowledge is not expected.
      await this.#writeOne().catch(() => undefined)
    }
  }

  async #writeOne(): Promise<void> {
    const { url } = this.#service()
    const askedAt = Temporal.Now.instant()
    const response = await fetch(`${url}/invoicing/v2/invoices`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.#key}`, 'content-type': 'application/json' },
      body: JSON.stringify(anInvoiceBody({ invoiceInformation: { sendImmediately: true } })),
    })
    if (response.status !== 201) return
    const created = (await response.json()) as { id: string; invoiceInformation: { paymentLink: string } }
    const { id, invoiceInformation } = created
    const one: Written = { id, askedAt, acknowledgedAt: Temporal.Now.instant() }
    this.written.push(one)
    const path = new URL(invoiceInformation.paymentLink).pathname
    const page = await (await fetch(`${url}${path}`)).text()
    const body = new URLSearchParams({ attempt: attemptKeyIn(page), language: 'en-US', ...CARD_VALUES })
    const paid = await fetch(`${url}${path}`, { method: 'POST', body, redirect: 'manual' })
    if (paid.status === 303) one.paidAt = Temporal.Now.instant()
  }
}
