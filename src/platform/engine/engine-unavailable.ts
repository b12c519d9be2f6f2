/** Why the record engine cannot do something now. */
export type UnavailableReason = 'busy' | 'memory' | 'disk' | 'stopping' | 'gone'

/** The record engine is away, or cannot do it now; it may be able to in a moment. */
export class EngineUnavailable extends Error {
  override readonly name = 'EngineUnavailable'
  readonly reason: UnavailableReason

  constructor(reason: UnavailableReason, message: string, options?: ErrorOptions) {
    super(`The record store cannot be used: ${message}`, options)
    this.reason = reason
  }
}
