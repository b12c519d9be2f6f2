export type Environment = Readonly<Record<string, string | undefined>>

/** Reads one variable at a time and remembers every problem, so that all are named at once. */
export class SettingsReader {
  /** One sentence each, beginning with the name of the variable. */
  readonly problems: string[] = []
  readonly #environment: Environment

  constructor(environment: Environment) {
    this.#environment = environment
  }

  text(name: string): string | undefined {
    const value = this.#environment[name]?.trim()
    return value === '' ? undefined : value
  }

  oneOf<const T extends string>(name: string, allowed: readonly T[], fallback: NoInfer<T>): T {
    const value = this.text(name)
    if (value === undefined) return fallback
    const match = allowed.find((candidate) => candidate === value)
    if (match === undefined)
      this.refuse(name, `must be one of ${allowed.join(', ')}, not "${value}"`)
    return match ?? fallback
  }

  port(name: string, fallback: number): number {
    const value = this.text(name)
    if (value === undefined) return fallback
    const port = /^\d{1,5}$/.test(value) ? Number(value) : -1
    if (port < 0 || port > 65535)
      this.refuse(name, `must be a port from 0 to 65535, not "${value}"`)
    return port
  }

  /** `what` says what is counted, as in "a number of seconds". */
  wholeNumber(
    name: string,
    what: string,
    { min, max, usual }: { readonly min: number; readonly max: number; readonly usual: number },
  ): number {
    const value = this.text(name)
    if (value === undefined) return usual
    const number = /^\d{1,9}$/.test(value) ? Number(value) : -1
    if (number < min || number > max) {
      this.refuse(name, `must be a number of ${what} from ${min} to ${max}, not "${value}"`)
    }
    return number
  }

  /** The value is not repeated in the message: addresses of stores carry passwords. */
  url(name: string, protocols: readonly string[]): string | undefined {
    const value = this.text(name)
    if (value === undefined) return undefined
    if (!URL.canParse(value)) {
      this.refuse(name, `is not a URL; expected ${protocols.join(' or ')}//…`)
      return undefined
    }
    const { protocol } = new URL(value)
    if (!protocols.includes(protocol)) {
      this.refuse(name, `must start with ${protocols.join(' or ')}, not ${protocol}`)
    }
    return value
  }

  refuse(name: string, reason: string): void {
    this.problems.push(`${name} ${reason}`)
  }
}
