// pure
import type { Money } from '../../kernel/money.ts'

// The questions that Quittance asks a payment processor, and the possible answers.

const WALLETS = ['applePay', 'googlePay', 'paypal'] as const
type Wallet = (typeof WALLETS)[number]
/** `hosted` is whatever the processor's page offers; which method the payer chose there is known afterwards. */
export const METHODS = ['card', ...WALLETS, 'bankDebit', 'hosted'] as const
export type Method = (typeof METHODS)[number]
/** How a payer paid: one of our methods, or the processor's own name of another, such as `ideal`. */
export type MethodName = string

/** As the payer typed it. It exists in memory during the call only; it is never stored, queued or logged. */
export type Card = {
  readonly number: string
  readonly expirationMonth: number
  readonly expirationYear: number
  readonly securityCode: string | undefined
  readonly holder: string | undefined
}

/** Our own form for bank debits takes accounts in the United States, which are debited in this currency only. */
export const DEBIT_CURRENCY = 'USD'

/** As sensitive as a card. */
type BankAccount = {
  readonly holder: string
  readonly routingNumber: string
  readonly accountNumber: string
}

/** The means of payment, as a payer entered it. */
export type Source =
  | { readonly method: 'card'; readonly card: Card }
  | { readonly method: Wallet; readonly walletToken: string }
  | { readonly method: 'bankDebit'; readonly account: BankAccount }

/** An account that the processor has stored with the payer's consent, by the processor's reference. As sensitive as a card. */
export type StoredSource = { readonly method: MethodName; readonly storedCredential: string }

/** A method whose means of payment is entered on the processor's own page. */
export type HostedSource = { readonly method: Method; readonly isHosted: true }

export const DECLINE_REASONS = [
  'declined',
  'insufficientFunds',
  'expiredCard',
  'lostOrStolen',
  'invalidCard',
  'wrongSecurityCode',
  'limitExceeded',
  'notAllowed',
  'issuerUnavailable',
  'authenticationFailed',
  'suspectedFraud',
  'accountProblem',
  /** The processor never carried out the call. */
  'notProcessed',
  /** The authorization was not captured in time, or was given back elsewhere. */
  'authorizationExpired',
] as const
export type DeclineReason = (typeof DECLINE_REASONS)[number]

/** The outcome of payer authentication (3-D Secure). */
const AUTHENTICATION_RESULTS = ['frictionless', 'challenged', 'failed', 'unavailable'] as const
export type Authentication = {
  readonly result: (typeof AUTHENTICATION_RESULTS)[number]
  readonly version: string
  /** The electronic commerce indicator that the scheme assigned. */
  readonly indicator: string | undefined
  readonly transactionId: string | undefined
}

/** The facts of the charged account that may be known and kept. */
export type AccountFacts = {
  readonly scheme: string | undefined
  readonly bin: string | undefined
  readonly suffix: string | undefined
  readonly expirationMonth: number | undefined
  readonly expirationYear: number | undefined
}

/** Findings of the processor's own fraud check, as far as it reports them. */
export type RiskFacts = {
  /** Where the card was issued: two letters. */
  readonly cardCountry?: string | undefined
  /** The network over which the card was charged. */
  readonly network?: string | undefined
  /** The rules that fired, in the processor's words. */
  readonly rules?: readonly string[] | undefined
}

/** The processor's facts about a call, without card data. */
export type ProcessorFacts = {
  /** Its own id of the transaction. */
  readonly reference: string
  /** The payer's choice on the processor's page, where the method is `hosted`. */
  readonly method?: MethodName | undefined
  readonly account: AccountFacts
  readonly authorizationCode: string | undefined
  readonly responseCode: string | undefined
  readonly addressCheck: string | undefined
  readonly securityCodeCheck: string | undefined
  readonly authentication: Authentication | undefined
  readonly risk?: RiskFacts | undefined
  /** A reference by which the account can be charged later; only where the payer consented. As sensitive as a card. */
  readonly storedCredential: string | undefined
}

/** How a call ended. Declined and unknown are values, not exceptions. */
export type Outcome =
  | { readonly status: 'approved'; readonly facts: ProcessorFacts }
  | { readonly status: 'declined'; readonly reason: DeclineReason; readonly facts: ProcessorFacts | undefined }
  /** Authorized, but not captured: the merchant decides, before the authorization ends (by the product's clock). */
  | { readonly status: 'review'; readonly facts: ProcessorFacts; readonly decideBy?: Temporal.Instant | undefined }
  /** The payer has to do something first; the processor's page or frame shows what. */
  | { readonly status: 'challenge'; readonly challenge: { readonly url: string }; readonly facts: ProcessorFacts }
  /** Accepted, and decided on later; an event or a lookup brings the outcome. */
  | { readonly status: 'pending'; readonly facts: ProcessorFacts }
  | { readonly status: 'unknown' }

/** Every call names a key of ours. A processor carries out each key once and then repeats its answer. */
export type Call = {
  readonly key: string
  readonly organizationId: string
  /** The processor's account that took the charge, also after the organization has changed to another. */
  readonly account: string
}

export type AuthorizeCall = Call & {
  readonly amount: Money
  /**
   * With a stored account the merchant charges without the payer. The answer is not a challenge: where one would be
   * needed, it is declined as `authenticationFailed`.
   */
  readonly source: Source | StoredSource
  /** The invoice number, for the payer's statement and the merchant's reconciliation. */
  readonly reference: string
  /** Whether a payment may be held for a fraud review; if not, the processor decides itself. */
  readonly canReview: boolean
  /** Whether the payer is authenticated (3-D Secure). */
  readonly isAuthenticated: boolean
  /** Whether the payer agreed that the account is stored for later charges. */
  readonly storesCredential: boolean
  /** The page that the payer returns to after a challenge or a hosted page. */
  readonly returnUrl: string
}

/** A call about an earlier one, which is named by its key. */
export type FollowUpCall = Call & { readonly of: string; readonly amount: Money }

export type ChallengeCall = Call & { readonly of: string }

/** It has no key: the same credential is revoked any number of times. */
export type RevokeCall = Omit<Call, 'key'> & { readonly storedCredential: string }
/** A credential that is revoked, was revoked before, or is not known any more cannot be charged. */
export type Revocation = { readonly status: 'revoked' } | { readonly status: 'unknown' }

/**
 * `absent` is binding: the processor has not carried out the key and will not do so later, even if the call is
 * still on its way.
 */
export type Lookup = Outcome | { readonly status: 'absent' }

export type Capabilities = {
  /** A bank debit that is not hosted is offered for `DEBIT_CURRENCY` only. */
  readonly methods: readonly Method[]
  /** Whether our own page may have card fields; otherwise cards are entered on the processor's page. */
  readonly hasCardFields: boolean
  /** Methods that happen on a page of the processor, and on no other: `begin` leads there, `outcome` says how it ended. */
  readonly hostedMethods: readonly Method[]
  /** Methods whose payers it authenticates (3-D Secure) where `isAuthenticated` asks for it. */
  readonly authenticatedMethods: readonly Method[]
  /** Whether accounts can be stored with the payer's consent, to be charged later. */
  readonly storesCredentials: boolean
}

export type HostedCall = Omit<AuthorizeCall, 'source'> & { readonly method: Method }

/** Something that happened later at the processor. */
export type ProcessorEvent = {
  /** Its own id of the event; each is handled once. */
  readonly eventId: string
  /** The key of the charge or refund that it concerns. */
  readonly key: string
  readonly organizationId: string
  /** When it happened; by the product's clock. Its records are of this time, however late the event arrives. */
  readonly at: Temporal.Instant
  /** `reference` is the processor's own id of the dispute or refund. */
  readonly happened:
    | { readonly type: 'outcome'; readonly outcome: Outcome }
    | {
        readonly type: 'chargeback' | 'bankReturn'
        readonly amount: Money
        readonly reasonCode: string
        readonly reference: string
      }
    /** A chargeback or return is over. Its key is that of the event which reported it. */
    | { readonly type: 'disputeEnded'; readonly reference: string; readonly result: 'won' | 'lost' }
    /** A refund without a key of ours, such as one made in the processor's dashboard. The key is the charge's. */
    | { readonly type: 'refundedElsewhere'; readonly amount: Money; readonly reference: string }
    /** A refund that had been approved. One that was made elsewhere has the charge's key, and its own reference. */
    | { readonly type: 'refundFailed'; readonly reason: DeclineReason; readonly reference?: string | undefined }
    /** The authorization can no longer be captured. */
    | { readonly type: 'authorizationEnded' }
}

/** A request that claims to come from the processor, for one organization. */
export type IncomingEvent = {
  readonly organizationId: string
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: Uint8Array
}

/** Money that was charged or refunded, as it is recorded. */
export type Movement = Call & { readonly at: Temporal.Instant }
