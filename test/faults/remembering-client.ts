import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { waitUntil } from '../../src/platform/processes/wait-until.ts'
import { anInvoiceBody } from '../support/data/invoices.ts'
import { type Answer, sendRequest } from '../support/http/send-request.ts'
import type { Random } from '../support/random/seeded-random.ts'

/** Where the service is now; it comes back at another port. */
export type ServicePlace = { port: number; readonly bearerKey: string }

/** A write, and whether it was answered; without an answer nobody knows whether it happened. */
type Attempt = {
  readonly kind: 'create' | 'update' | 'send' | 'cancel'
  readonly isAcknowledged: boolean
  /** The description that it sent. */
  readonly description?: string
}

export type RememberedInvoice = {
  /** Sent along with every write, and so in the invoice whatever became of the answer. */
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
  /** With a key the same request is sent until it is answered. */
  readonly key: string | undefined
}

/** A dead node's keys are free after seconds, and the service restarts on a busy machine. */
const SETTLE_MS_MAX = 120_000
const PAUSE_MS = 20

/** Writes invoices and remembers every response; no other client writes to its invoices. */
export class RememberingClient {
  readonly invoices: RememberedInvoice[] = []
  /** Answers that it should never have got. */
  readonly complaints: string[] = []
  /** How many of its writes were answered. */
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
    const answer = await this.#ask({ method: 'POST', path: '', body, key: this.#perhapsKey() })
    const isAcknowledged = answer !== undefined
    invoice.attempts.push({ kind: 'create', isAcknowledged, description })
    if (answer !== undefined) invoice.number = (JSON.parse(answer.text) as { id: string }).id
  }

  async #change(invoice: RememberedInvoice): Promise<void> {
    const path = `/${encodeURIComponent(invoice.number ?? '')}`
    const key = this.#perhapsKey()
    const chance = this.#random.integer(1, 10)
    if (chance <= 5) {
      const description = `revised ${invoice.attempts.length}`
      const body = bodyOf(invoice, description)
      const answer = await this.#ask({ method: 'PUT', path, body, key })
      invoice.attempts.push({ kind: 'update', isAcknowledged: answer !== undefined, description })
      return
    }
    const [kind, action] = chance <= 8 ? (['send', 'delivery'] as const) : CANCEL
    const answer = await this.#ask({ method: 'POST', path: `${path}/${action}`, body: {}, key })
    invoice.attempts.push({ kind, isAcknowledged: answer !== undefined })
  }

  #perhapsKey(): string | undefined {
    return this.#random.isHeads() ? randomUUID() : undefined
  }

  /** Undefined where the answer was lost. */
  async #ask(request: Request): Promise<Answer | undefined> {
    if (request.key === undefined) {
      const answer = await this.#send(request)
      if (answer === undefined) await sleep(PAUSE_MS)
      return answer && this.#expected(answer)
    }
    const answer = await this.#settled(request)
    const again = this.#random.isHeads() ? await this.#settled(request) : answer
    if (again.text !== answer.text) this.complaints.push(`twice, not the same: ${answer.text}`)
    return this.#expected(answer)
  }

  async #settled(request: Request): Promise<Answer> {
    const bounds = { withinMs: SETTLE_MS_MAX, everyMs: PAUSE_MS }
    const answer = await waitUntil(() => this.#send(request), bounds)
    if (answer === undefined) throw new Error(`${request.path} was never answered.`)
    return answer
  }

  /** Undefined where the answer says nothing about what happened. */
  async #send({ method, path, body, key }: Request): Promise<Answer | undefined> {
    const { port, bearerKey } = this.#place
    const answer = await sendRequest(port, {
      method,
      path: `/invoicing/v2/invoices${path}`,
      headers: {
        authorization: `Bearer ${bearerKey}`,
        'content-type': 'application/json',
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      body: JSON.stringify(body),
    }).catch(() => undefined)
    const isPassing = answer === undefined || answer.status >= 500
    return isPassing || answer.text.includes('IDEMPOTENCY_KEY_IN_USE') ? undefined : answer
  }

  #expected(answer: Answer): Answer {
    this.acknowledged += 1
    if (answer.status >= 300) this.complaints.push(`${answer.status} ${answer.text}`)
    return answer
  }
}

const CANCEL = ['cancel', 'cancelation'] as const

/** Nothing is asked of an invoice that is canceled, or may be: so nothing is ever refused. */
function isOpen({ number, attempts }: RememberedInvoice): boolean {
  return number !== undefined && attempts.every(({ kind }) => kind !== 'cancel')
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
