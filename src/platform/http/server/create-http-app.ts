import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import type { FastifyPluginAsyncTypebox, TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyServerOptions,
  LogController,
  type RawServerDefault,
} from 'fastify'
import { AppError } from '../../../kernel/errors.ts'
import type { Clock } from '../../clock/clock.ts'
import type { PlatformConfig } from '../../config/config.ts'
import type { Logger } from '../../log/log.ts'
import type { Metrics } from '../../metrics/metrics.ts'
import { addJsonBody } from '../bodies/json-body.ts'
import { addUnreadBody } from '../bodies/unread-body.ts'
import { addCopyGate } from '../copies/copy-gate.ts'
import { addErrorHandling, type ErrorDeps, sendFailure } from '../errors/error-handling.ts'
import type { ErrorShapeOfPrefix } from '../errors/error-shape.ts'
import { defaultHttpLimits, type HttpLimits } from '../limits/http-limits.ts'
import { cutStalledReaders } from '../limits/stalled-readers.ts'
import { clientErrorHandler } from './client-errors.ts'
import { addCompression } from './compression.ts'
import { docsRoutes } from './docs-routes.ts'
import { addGracefulClose } from './graceful-close.ts'
import { healthRoutes, type ReadinessCheck } from './health-routes.ts'
import { iconRoute } from './icon-route.ts'
import { explainListenFailure } from './listen-failure.ts'
import { metricsRoute } from './metrics-route.ts'
import { type ApiDescription, addOpenApi } from './openapi.ts'
import { RequestTracking } from './request-tracking.ts'
import { type SchemaCompilation, schemaCompilers } from './schema-compilers.ts'
import { addSecurityHeaders, type ResponseHeaders, securityHeaders } from './security-headers.ts'
import type { CertificatePair } from './self-signed-certificate.ts'
import { TLS_VERSION_MIN } from './tls.ts'

export type HttpApp = FastifyInstance<
  RawServerDefault,
  import('node:http').IncomingMessage,
  import('node:http').ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

/** A component's routes: the schema of each defines its types, validation and documentation. */
export type RoutePlugin = FastifyPluginAsyncTypebox

export type HttpAppInput = {
  readonly config: Pick<PlatformConfig, 'baseUrl' | 'trustedProxies' | 'tls' | 'connectionsMax'> & {
    /** Whether the API reference is served at /docs. */
    readonly hasDocs: boolean
    /** Whether /openapi.json is served; default: yes. */
    readonly hasOpenApi?: boolean
    /** Whether /metrics is served here; default: yes. */
    readonly hasMetrics?: boolean
    readonly metricsToken?: string | undefined
  }
  /** From `loadCertificate`; undefined for plain HTTP. */
  readonly certificate: CertificatePair | undefined
  readonly log: Logger
  readonly metrics: Metrics
  readonly clock: Clock
  readonly readiness: readonly ReadinessCheck[]
  readonly routes: readonly RoutePlugin[]
  readonly api: ApiDescription
  readonly errorShapes?: readonly ErrorShapeOfPrefix[]
  /** The ways to authenticate that every 401 names, as in `WWW-Authenticate`. */
  readonly challenges?: string
  /** Whether this is a restored copy that nobody has activated: it refuses changes. */
  readonly isCopy?: () => boolean
  readonly limits?: Partial<HttpLimits>
  readonly schemaCompilation?: SchemaCompilation
}

const DEFAULT_CHALLENGES = 'Bearer realm="Quittance"'

/** Builds the HTTP server; `listen` starts it. */
export async function createHttpApp(input: HttpAppInput): Promise<HttpApp> {
  const limits = { ...defaultHttpLimits, ...input.limits }
  const headers = securityHeaders(input.config)
  const { clock, errorShapes = [], challenges = DEFAULT_CHALLENGES } = input
  const errorDeps = { clock, errorShapes, challenges }
  const tracking = new RequestTracking(input.metrics)
  const app = fastify({
    ...serverOptions(limits, input.certificate),
    ...requestOptions(input, { headers, errorDeps, tracking }),
    bodyLimit: limits.bodyBytesMax,
    routerOptions: { maxParamLength: limits.pathPartLengthMax, ignoreTrailingSlash: true },
  } as FastifyServerOptions).withTypeProvider<TypeBoxTypeProvider>()
  addSecurityHeaders(app, headers)
  tracking.addTo(app)
  addProtocolEdges(app)
  addErrorHandling(app, errorDeps)
  if (input.isCopy !== undefined) addCopyGate(app, input.isCopy)
  addUnreadBody(app)
  addGracefulClose(app, limits.closeTimeoutMs)
  limitConnections(app, input.config.connectionsMax)
  cutStalledReaders(app, limits)
  addJsonBody(app)
  await addCompression(app)
  await addOpenApi(app, input.api, { isServed: input.config.hasOpenApi ?? true })
  addRoutes(app, [...ownRoutes(input, limits), ...input.routes])
  await app.ready()
  return app
}

/** The routes of every server, whatever it is for. */
function ownRoutes({ config, log, metrics, readiness }: HttpAppInput, limits: HttpLimits): readonly RoutePlugin[] {
  const { hasDocs, hasMetrics = true, metricsToken: token } = config
  return [
    healthRoutes({ log, readiness, readinessTimeoutMs: limits.readinessTimeoutMs }),
    iconRoute,
    ...(hasMetrics ? [metricsRoute({ metrics, token })] : []),
    ...(hasDocs ? [docsRoutes] : []),
  ]
}

/** Registers routes. Fastify would look for the name of each plugin among all loaded modules, so they are given one. */
export function addRoutes(app: FastifyInstance, plugins: readonly RoutePlugin[]): void {
  for (const plugin of plugins) {
    const named: RoutePlugin = (scope, options) => plugin(scope, options)
    app.register(Object.assign(named, { [Symbol.for('fastify.display-name')]: 'routes' }))
  }
}

/**
 * Connections beyond the limit are closed before they cost anything: anyone who can connect could otherwise take the
 * memory of the node, and the descriptors that its stores need.
 */
function limitConnections(app: FastifyInstance, connectionsMax: number): void {
  app.server.maxConnections = connectionsMax
  let warnedAt = Number.NEGATIVE_INFINITY
  app.server.on('drop', () => {
    if (performance.now() - warnedAt < DROP_WARNING_EVERY_MS) return
    warnedAt = performance.now()
    app.log.warn({ connectionsMax }, 'too many connections: new ones are refused')
  })
}

const DROP_WARNING_EVERY_MS = 10_000

/** The options of the server underneath: its certificate and its timeouts. */
function serverOptions(limits: HttpLimits, certificate: CertificatePair | undefined): object {
  const bounds = {
    maxHeaderSize: limits.headerBytesMax,
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    connectionsCheckingInterval: limits.checkIntervalMs,
    // Refused by ourselves, in our shape.
    requireHostHeader: false,
  }
  const secure = {
    ...certificate,
    minVersion: TLS_VERSION_MIN,
    ALPNProtocols: ['http/1.1'],
    handshakeTimeout: limits.headersTimeoutMs,
  }
  return {
    ...(certificate === undefined ? { http: bounds } : { https: { ...bounds, ...secure } }),
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    maxRequestsPerSocket: limits.requestsPerConnectionMax,
    forceCloseConnections: 'idle',
    // Requests that still arrive on a living connection during the close are served, not refused.
    return503OnClosing: false,
  }
}

type RequestParts = {
  readonly headers: ResponseHeaders
  readonly errorDeps: ErrorDeps
  readonly tracking: RequestTracking
}

function requestOptions(
  { config, clock, log, schemaCompilation = 'on-first-use' }: HttpAppInput,
  { headers, errorDeps, tracking }: RequestParts,
): FastifyServerOptions {
  return {
    loggerInstance: log,
    logController: new LogController({
      requestIdLogLabel: 'requestId',
      disableRequestLogging: true,
    }),
    genReqId: () => randomUUID(),
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    schemaController: { compilersFactory: schemaCompilers(schemaCompilation) },
    clientErrorHandler: clientErrorHandler({ clock, log, headers }),
    // A path that cannot be decoded reaches no hook, so the work of the hooks is done here.
    frameworkErrors: (error, _request, reply) => {
      reply.headers(headers)
      tracking.track(reply)
      sendFailure(errorDeps, error, reply)
    },
  }
}

/** Starts listening and returns the actual port, which differs from the configured one if that is 0. */
export async function listen(
  app: HttpApp,
  { host, port, setting }: Parameters<typeof explainListenFailure>[1],
): Promise<{ readonly host: string; readonly port: number }> {
  try {
    // The name may resolve to two addresses, and the library's second server would not be closed with
    // the first; one address is enough.
    await app.listen({ host: host === 'localhost' ? '127.0.0.1' : host, port })
  } catch (cause) {
    throw explainListenFailure(cause, { host, port, ...(setting === undefined ? {} : { setting }) })
  }
  return { host, port: (app.server.address() as AddressInfo).port }
}

/** Handles failures to which Node's server would respond without our id, headers and error shape. */
function addProtocolEdges(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    const { host = [] } = raw.headersDistinct
    if (raw.httpVersion === '1.1' && host.length === 0) {
      throw new AppError('invalid', 'MISSING_HOST', 'The request has no host header.')
    }
    // A proxy may have used the other one.
    if (host.length > 1) {
      throw new AppError('invalid', 'SEVERAL_HOSTS', 'The request has several host headers.')
    }
  })
  // An unknown expectation may be ignored; the request is served as usual.
  app.server.on('checkExpectation', (request, response) => app.routing(request, response))
}
