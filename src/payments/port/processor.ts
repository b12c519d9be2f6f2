import type { Write } from '../../platform/postgres/write-together.ts'
import type { PageParts } from './page-parts.ts'
import type {
  AuthorizeCall,
  Call,
  Capabilities,
  ChallengeCall,
  FollowUpCall,
  HostedCall,
  IncomingEvent,
  Lookup,
  Movement,
  Outcome,
  ProcessorEvent,
  Revocation,
  RevokeCall,
} from './port.ts'

/**
 * A payment processor. A method that cannot tell what happened throws or answers `unknown`; the key is then looked
 * up until the answer is certain.
 */
export type Processor = {
  readonly name: string
  readonly capabilities: (charged: Charged) => Capabilities
  readonly authorize: (call: AuthorizeCall, signal: AbortSignal) => Promise<Outcome>
  /** Captures an authorization that was held for review. */
  readonly capture: (call: FollowUpCall, signal: AbortSignal) => Promise<Outcome>
  /** Gives back an authorization, or a charge that is not settled yet. */
  readonly reverse: (call: FollowUpCall, signal: AbortSignal) => Promise<Outcome>
  readonly refund: (call: FollowUpCall, signal: AbortSignal) => Promise<Outcome>
  readonly lookup: (call: Call, signal: AbortSignal) => Promise<Lookup>
  /** Says how a challenge ended; the charge goes on with it. */
  readonly challenge: (call: ChallengeCall, signal: AbortSignal) => Promise<Outcome>
  /** Begins a hosted checkout: a challenge whose url leads to the processor's page. */
  readonly begin: (call: HostedCall, signal: AbortSignal) => Promise<Outcome>
  /** How a hosted checkout ended; still a challenge while the payer is on the page. */
  readonly outcome: (call: Call, signal: AbortSignal) => Promise<Outcome>
  /**
   * Ends a challenge or hosted checkout, so that the payer cannot go on with it. `absent` is binding; the answer is the
   * outcome if the payer was quicker.
   */
  readonly abandon: (call: Call, signal: AbortSignal) => Promise<Lookup>
  /** Makes a stored credential unusable; a second time, or for one that it does not know any more, with the same answer. */
  readonly revoke: (call: RevokeCall, signal: AbortSignal) => Promise<Revocation>
  /** Checks the signature of an incoming request; undefined if it is not genuine. */
  readonly readEvent: (event: IncomingEvent) => Promise<readonly ProcessorEvent[] | undefined>
  /** Writes of the processor's own for a charge or refund, in the transaction that records it. */
  readonly afterRecording: (movement: Movement) => readonly Write[]
  /** Parts of our page that only this processor has. */
  readonly pageParts?: PageParts
}

/** The organization, account and currency of a charge. */
type Charged = { readonly organizationId: string; readonly account: string; readonly currency: string }

/** An account of a processor. */
type ProcessorAccount = { readonly processor: Processor; readonly account: string }

/** The processors of an installation. */
export type Processors = {
  readonly all: readonly Processor[]
  /** The account that takes an organization's new charges. */
  readonly processorOf: (organizationId: string) => Promise<ProcessorAccount>
}

/** Finds the processor that took an attempt, whichever takes new ones. */
export function processorNamed({ all }: Processors, name: string): Processor | undefined {
  return all.find((processor) => processor.name === name)
}

/** Whether payers of the organization's invoices can be authenticated (3-D Secure). */
export async function canAuthenticatePayers(
  { processorOf }: Pick<Processors, 'processorOf'>,
  charged: Pick<Charged, 'organizationId' | 'currency'>,
): Promise<boolean> {
  const { processor, account } = await processorOf(charged.organizationId)
  return processor.capabilities({ ...charged, account }).authenticatedMethods.length > 0
}

/** One processor with one account for all organizations. */
export function oneProcessor(processor: Processor, account: string): Processors {
  return { all: [processor], processorOf: async () => ({ processor, account }) }
}
