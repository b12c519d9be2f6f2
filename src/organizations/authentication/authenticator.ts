import { createHash } from 'node:crypto'
import type { Mode } from '../../kernel/mode.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Logger } from '../../platform/log/log.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import { stateOf } from '../credentials/credential.ts'
import type { RequestFacts } from '../credentials/request-facts.ts'
import type { CallerMemory } from '../lookups/caller-memory.ts'
import { type CallerSource, decideBySource } from '../lookups/caller-source.ts'
import { KeyLookups } from '../lookups/key-lookups.ts'
import type { OrganizationLookups } from '../lookups/organization-lookups.ts'
import { SessionLookups } from '../lookups/session-lookups.ts'
import type { SignedIn } from '../sessions/signed-in.ts'
import { canActFor, type Organization } from '../tree/organization.ts'
import { AuthenticationRefusal } from './authentication-refusal.ts'
import type { KeyCaller } from './caller.ts'
import { KeyMaterial } from './key-material.ts'
import { LastUses } from './last-uses.ts'
import type { Proof, VerificationDeps } from './proof.ts'
import { ReplayGuard } from './replay-guard.ts'
import { verifyBearerKey } from './verify-bearer-key.ts'
import { verifyHttpSignature } from './verify-http-signature.ts'
import { verifySession } from './verify-session.ts'
import { verifyToken } from './verify-token.ts'

export type Authenticated = {
  readonly caller: KeyCaller
  /** The SHA-256 that the body must have; undefined if there is nothing to check. */
  readonly bodyDigest: Buffer | undefined
}

export type AuthenticatorDeps = {
  readonly db: Db
  readonly memory: CallerMemory
  readonly organizations: OrganizationLookups
  readonly secrets: Secrets
  readonly machineClock: Clock
  readonly log: Logger
  readonly mode: Mode
  readonly config: {
    readonly clockToleranceSeconds: number
    readonly isReplayRefused: boolean
    /** Of one network in a minute; 0 means no limit. */
    readonly failedAuthenticationsPerMinute: number
  }
  /** Called for each statement that looks for keys or sessions, with their number. */
  readonly onLookup?: (count: number) => void
}

const EMPTY_DIGEST = createHash('sha256').digest()

/** Authenticates callers before the body is read. Every refusal is an `AuthenticationRefusal`. */
export class Authenticator {
  readonly #deps: Omit<VerificationDeps, 'lookup'>
  readonly #lookups: KeyLookups
  readonly #sessions: SessionLookups
  readonly #organizations: OrganizationLookups
  readonly #lastUses: LastUses
  readonly #replayGuard: ReplayGuard
  readonly #isReplayRefused: boolean

  constructor({ secrets, config, onLookup = () => {}, ...deps }: AuthenticatorDeps) {
    const { clockToleranceSeconds, isReplayRefused, failedAuthenticationsPerMinute: perMinute } = config
    this.#deps = { ...deps, clockToleranceSeconds, keys: new KeyMaterial(secrets) }
    const lookups = { ...deps, perMinute, onStatement: onLookup }
    this.#lookups = new KeyLookups(lookups)
    this.#sessions = new SessionLookups(lookups)
    this.#organizations = deps.organizations
    this.#lastUses = new LastUses(deps)
    this.#replayGuard = new ReplayGuard(deps)
    this.#isReplayRefused = isReplayRefused
  }

  /** Authenticates a program by its key. The network is that of the sender. */
  async authenticate(request: RequestFacts, network: string): Promise<Authenticated> {
    const { proof, transacting } = await decideBySource((source) => this.#identify(request, network, source))
    const { scheme, credential, owner, digest } = proof
    const now = this.#deps.machineClock.now()
    if (!request.hasBody && digest !== undefined && !digest.equals(EMPTY_DIGEST)) {
      throw new AuthenticationRefusal('wrong-digest', credential.keyId)
    }
    if (this.#isReplayRefused) await this.#replayGuard.refuseSeen(proof, now)
    if (this.#deps.mode === 'live') await this.#replayGuard.refuseUsedToken(proof, request, now)
    this.#lastUses.note(credential, now)
    const bodyDigest = request.hasBody ? digest : undefined
    return { caller: { kind: 'key', scheme, credential, owner, transacting }, bodyDigest }
  }

  /** Who sends the request, before anything is written about it. */
  async #identify(
    request: RequestFacts,
    network: string,
    source: CallerSource,
  ): Promise<{ readonly proof: Proof; readonly transacting: Organization }> {
    const lookup = this.#lookups.of(network, source)
    const proof = await this.#verify(request, { ...this.#deps, lookup })
    lookup.proved()
    const state = stateOf(proof.credential, this.#deps.machineClock.now())
    if (state !== 'active') throw new AuthenticationRefusal(state, proof.credential.keyId)
    return { proof, transacting: await this.#transacting(proof, source) }
  }

  /** The person in whose browser the token is. The organization is found apart, since some routes need none. */
  async authenticateSession(token: string, network: string, source: CallerSource): Promise<SignedIn> {
    const now = this.#deps.machineClock.now()
    const find = (tokenHash: Buffer): Promise<SignedIn | undefined> => this.#sessions.find(tokenHash, network, source)
    const signedIn = await verifySession(find, token, now)
    this.#lastUses.noteSession(signedIn.session, now)
    return signedIn
  }

  async #verify(request: RequestFacts, deps: VerificationDeps): Promise<Proof> {
    const signature = request.header('signature')
    const authorization = request.header('authorization')
    if (signature === undefined && authorization === undefined) {
      throw new AuthenticationRefusal('no-credentials')
    }
    if (authorization === undefined) {
      return verifyHttpSignature(deps, request, signature ?? '')
    }
    const [, token] = /^Bearer +(\S+)$/i.exec(authorization) ?? []
    // Two proofs in one request could belong to two callers.
    if (token === undefined || signature !== undefined) throw new AuthenticationRefusal('malformed')
    return token.includes('.') ? verifyToken(deps, request, token) : verifyBearerKey(deps, token)
  }

  /** The organization that the request was signed for. */
  async #transacting({ credential, owner, merchantId }: Proof, source: CallerSource): Promise<Organization> {
    if (merchantId === owner.organizationId) return owner
    const found = await this.#organizations.by(source)(merchantId)
    if (found === undefined || !canActFor(owner.organizationId, found)) {
      throw new AuthenticationRefusal('foreign-merchant', credential.keyId)
    }
    return found
  }
}
