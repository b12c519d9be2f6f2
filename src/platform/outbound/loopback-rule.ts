// pure

type LoopbackSettings = {
  readonly host: string
  readonly port: number
  readonly baseUrl: string
  /** Undefined if metrics have no port of their own. */
  readonly metricsPort: number | undefined
  /** Ports of this machine that webhooks of a sandbox may call. */
  readonly sandboxWebhookPorts: readonly number[]
}

const LAB = /^\/sandbox\/v1\/receivers\/[\w.-]{1,64}$/
const DEFAULT_PORTS: Readonly<Record<string, number>> = {
  'http:': 80,
  'https:': 443,
  'postgres:': 5432,
  'postgresql:': 5432,
}

/**
 * Which addresses of this machine a sandbox may call. A sandbox that only this machine can reach may call any test program
 * on it, but never our stores. One that others can reach too may call its own webhook lab and the ports that the operator
 * names: a stranger's webhook could otherwise talk to every program that listens here.
 */
export function loopbackRule(settings: LoopbackSettings, storeUrls: () => readonly string[]): (url: URL) => boolean {
  const base = new URL(settings.baseUrl)
  const root = base.pathname.replace(/\/$/, '')
  const isLab = (url: URL): boolean => {
    if (portOf(url) === settings.port) return LAB.test(url.pathname)
    return url.origin === base.origin && url.pathname.startsWith(root) && LAB.test(url.pathname.slice(root.length))
  }
  return (url) => {
    const port = portOf(url)
    const own = [settings.metricsPort, ...storeUrls().flatMap(localPort)]
    if (own.includes(port)) return false
    return isLoopbackHost(settings.host) || settings.sandboxWebhookPorts.includes(port) || isLab(url)
  }
}

export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host)
}

function portOf({ port, protocol }: URL): number {
  return port === '' ? (DEFAULT_PORTS[protocol] ?? 0) : Number(port)
}

/** The port of a store on this machine. */
function localPort(address: string): readonly number[] {
  const url = URL.parse(address)
  return url !== null && isLoopbackHost(url.hostname) ? [portOf(url)] : []
}
