import type { HistoryEvent, InvoiceStatus } from '../../src/invoicing/domain/invoice.ts'

/** An invoice in a few words, moved by rules that were written down anew from the specification. */
export type Model = {
  readonly status: InvoiceStatus
  readonly mode: 'email' | 'none'
  readonly total: number
  readonly balance: number
  /** What attempts have reserved, one by one; while the invoice is PENDING the first is under review. */
  readonly attempts: readonly number[]
  /** Newest first. */
  readonly history: readonly HistoryEvent[]
}

export type MerchantStep =
  | { readonly kind: 'update'; readonly mode: 'email' | 'none'; readonly total: number }
  | { readonly kind: 'send' | 'publish' | 'cancel' }
export type PaymentStep =
  | { readonly kind: 'reserve' | 'pay'; readonly amount: number }
  | { readonly kind: 'release' | 'settle' | 'hold' | 'accept' | 'reject' }
export type Step = MerchantStep | PaymentStep

const isOpen = ({ status }: Model) => ['CREATED', 'SENT', 'PARTIAL'].includes(status)
const isPending = ({ status }: Model) => status === 'PENDING'
const canChange = ({ status, attempts }: Model) =>
  ['DRAFT', 'CREATED', 'SENT'].includes(status) && attempts.length === 0
const free = ({ balance, attempts }: Model) => attempts.reduce((left, one) => left - one, balance)

function told(model: Model, event: HistoryEvent, change: Partial<Model> = {}): Model {
  return { ...model, history: [event, ...model.history], ...change }
}

function paid(model: Model, amount: number, attempts: readonly number[]): Model {
  const balance = model.balance - amount
  return told(model, 'PAYMENT', { status: balance === 0 ? 'PAID' : 'PARTIAL', balance, attempts })
}

function sent(model: Model): Model | undefined {
  if (model.mode === 'none') {
    return model.status === 'DRAFT' ? told(model, 'CREATE', { status: 'CREATED' }) : undefined
  }
  const isFirst = model.status === 'DRAFT' || model.status === 'CREATED'
  if (isFirst) return told(model, 'SEND', { status: 'SENT' })
  return isOpen(model) ? told(model, 'RESEND') : undefined
}

/** The attempt that a settlement is of: never the one under review. */
export function settledAttempt(model: Model): number | undefined {
  return model.attempts[isPending(model) ? 1 : 0]
}

function settled(model: Model): Model | undefined {
  const [first = 0, ...others] = model.attempts
  const amount = settledAttempt(model)
  if (amount === undefined) return undefined
  if (!isPending(model)) return paid(model, amount, others)
  return { ...paid(model, amount, [first, ...others.slice(1)]), status: 'PENDING' }
}

const STEPS = {
  update: (model: Model, { mode, total }: Extract<MerchantStep, { kind: 'update' }>) =>
    canChange(model) ? told(model, 'UPDATE', { mode, total, balance: total }) : undefined,
  send: sent,
  publish: (model: Model) =>
    model.status === 'DRAFT' ? told(model, 'CREATE', { status: 'CREATED' }) : undefined,
  cancel: (model: Model) =>
    canChange(model) ? told(model, 'CANCEL', { status: 'CANCELED' }) : undefined,
  reserve: (model: Model, { amount }: Extract<PaymentStep, { amount: number }>) =>
    isOpen(model) && amount <= free(model)
      ? { ...model, attempts: [...model.attempts, amount] }
      : undefined,
  pay: (model: Model, { amount }: Extract<PaymentStep, { amount: number }>) =>
    isOpen(model) && amount <= free(model) ? paid(model, amount, model.attempts) : undefined,
  release: (model: Model) => ({ ...model, attempts: model.attempts.slice(1) }),
  settle: settled,
  hold: (model: Model) =>
    isOpen(model) ? told(model, 'PENDING', { status: 'PENDING' }) : undefined,
  accept: (model: Model) =>
    isPending(model) ? paid(model, model.attempts[0] ?? 0, model.attempts.slice(1)) : undefined,
  reject: (model: Model) => {
    if (!isPending(model)) return undefined
    const status = model.balance < model.total ? 'PARTIAL' : 'SENT'
    return told(model, 'REJECTED', { status, attempts: model.attempts.slice(1) })
  },
}

/** The invoice after the step; undefined where the step is refused. */
export function stepped(model: Model, step: Step): Model | undefined {
  const made = STEPS[step.kind] as (before: Model, by: Step) => Model | undefined
  return made(model, step)
}

/** Payments settle, release, hold and decide on attempts that there are; anything may be asked of the rest. */
export function isAskable(model: Model, { kind }: Step): boolean {
  if (kind === 'settle') return settledAttempt(model) !== undefined
  if (kind === 'release') return model.attempts.length > 0 && !isPending(model)
  return model.attempts.length > 0 || !['hold', 'accept', 'reject'].includes(kind)
}
