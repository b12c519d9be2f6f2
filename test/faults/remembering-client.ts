import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { waitUntil } from '../../src/platform/processes/wait-until.ts'
import { anInvoiceBody } from '../support/data/invoices.ts'
import { type Answer, sendRequest } from '../support/http/send-request.ts'
import type { Random } from '../support/random/seeded-random.ts'

/** Where the service is now; it comes back at another port. */
export type ServicePlace = { port: number; readonly bearerKey: string }

/** A write, and whether it got a response; without one, the outcome is unknown. */
type Attempt = {
  readonly kind: 'create' | 'update' | 'send' | 'cancel'
  readonly isAcknowledged: boolean
  /** The description that it sent. */
  readonly description?: string
}

export type RememberedInvoice = {
  /** Sent along with every write, and so in the invoice even if the response was lost. */
  readonly marker: string
  readonly ownNumber: string | undefined
  readonly isSentImmediately: boolean
  readonly attempts: Attempt[]
  /** Known once its creation is acknowledged. */
  number: string | undefined
}

type Request = {
  readonly method: 'POST' | 'PUT'
  readonly path: string
  readonly body: object
  /** With a key the same request is sent until it gets a response. */
  readonly key: string | undefined
}

/** A dead node's keys are free after seconds, and the service restarts on a busy machine. */
const SETTLE_MS_MAX = 120_000
const PAUSE_MS = 20

/** Writes invoices and remembers every response; no other client writes to its invoices. */
export class RememberingClient {
  readonly invoices: RememberedInvoice[] = []
  /** Responses that it should never have got. */
  readonly complaints: string[] = []
  /** How many of its writes got a response. */
  acknowledged = 0
  readonly #place: ServicePlace
  readonly #random: Random

  constructor(place: ServicePlace, random: Random) {
    this.#place = place
    this.#random = random
  }

  async writeUntil(stop: AbortSignal): Promise<void> {
    while (!stop.aborted) {
      const open = this.invoices.filter(isOpen)
      const chosen = open[this.#random.integer(0, 2 * open.length)]
      await (chosen === undefined ? this.#create() : this.#change(chosen))
    }
  }

  async #create(): Promise<void> {
    const marker = randomUUID().replaceAll('-', '')
    const invoice: RememberedInvoice = {
      marker,
      ownNumber: this.#random.isHeads() ? `own ${marker.slice(0, 20)}` : undefined,
      isSentImmediately: this.#random.isHeads(),
      attempts: [],
      number: undefined,
    }
    this.invoices.push(invoice)
    const description = 'as created'
    const body = bodyOf(invoice, description)
    const response = await this.#ask({ method: 'POST', path: '', body, key: this.#perhapsKey() })
    const isAcknowledged = response !== undefined
    invoice.attempts.push({ kind: 'create', isAcknowledged, description })
    if (response !== undefined) invoice.number = (JSON.parse(response.text) as { id: string }).id
  }

  async #change(invoice: RememberedInvoice): Promise<void> {
    const path = `/${encodeURIComponent(invoice.number ?? '')}`
    const key = this.#perhapsKey()
    const chance = this.#random.integer(1, 10)
    if (chance <= 5 || (chance <= 8 && !canBeSent(invoice))) {
      const description = `revised ${invoice.attempts.length}`
      const body = bodyOf(invoice, description)
      const response = await this.#ask({ method: 'PUT', path, body, key })
      invoice.attempts.push({ kind: 'update', isAcknowledged: response !== undefined, description })
      return
    }
    const [kind, action] = chance <= 8 ? (['send', 'delivery'] as const) : CANCEL
    const response = await this.#ask({ method: 'POST', path: `${path}/${action}`, body: {}, key })
    invoice.attempts.push({ kind, isAcknowledged: response !== undefined })
  }

  #perhapsKey(): string | undefined {
    return this.#random.isHeads() ? randomUUID() : undefined
  }

  /** Undefined where the response was lost. */
  async #ask(request: Request): Promise<Answer | undefined> {
    if (request.key === undefined) {
      const response = await this.#send(request)
      if (response === undefined) await sleep(PAUSE_MS)
      return response && this.#expected(response)
    }
    const response = await this.#settled(request)
    const again = this.#random.isHeads() ? await this.#settled(request) : response
    if (again.text !== response.text) this.complaints.push(`twice, not the same: ${response.text}`)
    return this.#expected(response)
  }

  async #settled(request: Request): Promise<Answer> {
    const bounds = { withinMs: SETTLE_MS_MAX, everyMs: PAUSE_MS }
    const response = await waitUntil(() => this.#send(request), bounds)
    if (response === undefined) throw new Error(`${request.path} was never answered.`)
    return response
  }

  /** Undefined where the response says nothing about the outcome. */
  async #send({ method, path, body, key }: Request): Promise<Answer | undefined> {
    const { port, bearerKey } = this.#place
    const response = await sendRequest(port, {
      method,
      path: `/invoicing/v2/invoices${path}`,
      headers: {
        authorization: `Bearer ${bearerKey}`,
        'content-type': 'application/json',
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      body: JSON.stringify(body),
    }).catch(() => undefined)
    const isPassing = response === undefined || response.status >= 500
    return isPassing || response.text.includes('IDEMPOTENCY_KEY_IN_USE') ? undefined : response
  }

  #expected(response: Answer): Answer {
    this.acknowledged += 1
    if (response.status >= 300) this.complaints.push(`${response.status} ${response.text}`)
    return response
  }
}

const CANCEL = ['cancel', 'cancelation'] as const

/** An invoice that is or may be canceled gets no more requests, so that none is ever refused. */
function isOpen({ number, attempts }: RememberedInvoice): boolean {
  return number !== undefined && attempts.every(({ kind }) => kind !== 'cancel')
}

/** It is mailed to its address once, and once more within a minute. */
function canBeSent({ isSentImmediately, attempts }: RememberedInvoice): boolean {
  return attempts.filter(({ kind }) => kind === 'send').length < (isSentImmediately ? 1 : 2)
}

function bodyOf(invoice: RememberedInvoice, description: string): object {
  return anInvoiceBody({
    invoiceInformation: {
      description,
      transactionReferenceNumber: invoice.marker,
      sendImmediately: invoice.isSentImmediately,
      ...(invoice.ownNumber === undefined ? {} : { invoiceNumber: invoice.ownNumber }),
    },
  })
}
