import { describe, expect, test } from 'vitest'
import { readConfig, settingNames, unknownSettings } from './config.ts'
import { settingsHelp } from './settings-help.ts'

describe('readConfig', () => {
  test('an empty environment gives a sandbox on the loopback address with embedded stores', () => {
    const config = readConfig({})

    expect(config).toMatchObject({
      host: '127.0.0.1',
      port: 8080,
      baseUrl: 'http://127.0.0.1:8080',
      requestedMode: undefined,
      role: 'all',
      databaseUrl: undefined,
      clickhouseUrl: undefined,
      validation: 'strict',
      trustedProxies: [],
      clockToleranceSeconds: 300,
      isReplayRefused: false,
      isSuspendedOnViolation: false,
      retentionMonths: 16,
    })
    expect(config.dataDir).toMatch(/\/data$/)
    expect(config.fileStore).toEqual({ kind: 'folder', folder: `${config.dataDir}/reports` })
    expect(Object.isFrozen(config)).toBe(true)
  })

  test.each([
    [{ QUITTANCE_PORT: 'http' }, 'QUITTANCE_PORT'],
    [{ QUITTANCE_PORT: '65536' }, 'QUITTANCE_PORT'],
    [{ QUITTANCE_PORT: '-1' }, 'QUITTANCE_PORT'],
    [{ QUITTANCE_MODE: 'production' }, 'QUITTANCE_MODE'],
    [{ QUITTANCE_ROLE: 'web' }, 'QUITTANCE_ROLE'],
    [{ QUITTANCE_VALIDATION: 'loose' }, 'QUITTANCE_VALIDATION'],
    [{ QUITTANCE_LOG_LEVEL: 'loud' }, 'QUITTANCE_LOG_LEVEL'],
    [{ QUITTANCE_LOG_FORMAT: 'xml' }, 'QUITTANCE_LOG_FORMAT'],
    [{ DATABASE_URL: 'localhost:5432' }, 'DATABASE_URL'],
    [{ DATABASE_URL: 'mysql://localhost/x' }, 'DATABASE_URL'],
    [{ CLICKHOUSE_URL: 'clickhouse://localhost' }, 'CLICKHOUSE_URL'],
    [{ QUITTANCE_CLICKHOUSE_CLUSTER: 'main' }, 'QUITTANCE_CLICKHOUSE_CLUSTER'],
    [{ QUITTANCE_REPORT_STORE: 's3://UPPER/x' }, 'QUITTANCE_REPORT_STORE'],
    [{ QUITTANCE_REPORT_STORE: 'ftp://host/x' }, 'QUITTANCE_REPORT_STORE'],
    [{ SMTP_URL: 'smtp://mail.example' }, 'QUITTANCE_MAIL_FROM'],
    [{ SMTP_URL: 'http://mail.example', QUITTANCE_MAIL_FROM: 'a@b.example' }, 'SMTP_URL'],
    [{ QUITTANCE_MAIL_FROM: 'nobody' }, 'QUITTANCE_MAIL_FROM'],
    [{ QUITTANCE_TLS_CERT: 'cert.pem' }, 'QUITTANCE_TLS_KEY'],
    [{ QUITTANCE_TLS_KEY: 'key.pem' }, 'QUITTANCE_TLS_CERT'],
    [{ QUITTANCE_SECRET_KEY: 'short' }, 'QUITTANCE_SECRET_KEY'],
    [{ QUITTANCE_TRUSTED_PROXIES: '10.0.0.0/8, proxy' }, 'QUITTANCE_TRUSTED_PROXIES'],
    [{ QUITTANCE_TRUSTED_PROXIES: '10.0.0.0/33' }, 'QUITTANCE_TRUSTED_PROXIES'],
    [{ QUITTANCE_OUTBOUND_ALLOWED: '10.0.0.0/8, hooks.internal' }, 'QUITTANCE_OUTBOUND_ALLOWED'],
    [{ QUITTANCE_BASE_URL: 'pay.example' }, 'QUITTANCE_BASE_URL'],
    [{ QUITTANCE_ENGINE_MEMORY_MIB: '12' }, 'QUITTANCE_ENGINE_MEMORY_MIB'],
    [{ QUITTANCE_AGING_DAYS: '0' }, 'QUITTANCE_AGING_DAYS'],
    [{ QUITTANCE_RETENTION_MONTHS: '0' }, 'QUITTANCE_RETENTION_MONTHS'],
    [{ QUITTANCE_RETENTION_MONTHS: '241' }, 'QUITTANCE_RETENTION_MONTHS'],
    [{ QUITTANCE_REPORT_RETENTION_MONTHS: '241' }, 'QUITTANCE_REPORT_RETENTION_MONTHS'],
    [{ QUITTANCE_CONNECTIONS_MAX: '0' }, 'QUITTANCE_CONNECTIONS_MAX'],
    [{ QUITTANCE_DOCS: 'off' }, 'QUITTANCE_DOCS'],
    [{ QUITTANCE_SECURITY_CONTACT: 'http://example.com' }, 'QUITTANCE_SECURITY_CONTACT'],
    [{ PORT: 'http' }, 'PORT'],
    [{ QUITTANCE_METRICS_PORT: '0' }, 'QUITTANCE_METRICS_PORT'],
    [{ QUITTANCE_METRICS_PORT: '8080' }, 'QUITTANCE_METRICS_PORT'],
    [{ QUITTANCE_METRICS_PORT: '8181', PORT: '8181' }, 'QUITTANCE_METRICS_PORT'],
    [{ QUITTANCE_METRICS_TOKEN: 'short' }, 'QUITTANCE_METRICS_TOKEN'],
    [{ QUITTANCE_SANDBOX_WEBHOOK_PORTS: '3000,http' }, 'QUITTANCE_SANDBOX_WEBHOOK_PORTS'],
    [{ QUITTANCE_SANDBOX_WEBHOOK_PORTS: '0' }, 'QUITTANCE_SANDBOX_WEBHOOK_PORTS'],
    [{ QUITTANCE_RATE_LIMIT: '10/s' }, 'QUITTANCE_RATE_LIMIT'],
    [{ QUITTANCE_RATE_LIMIT: '-1' }, 'QUITTANCE_RATE_LIMIT'],
    [{ QUITTANCE_IDEMPOTENCY_QUOTA_MIB: '1 GiB' }, 'QUITTANCE_IDEMPOTENCY_QUOTA_MIB'],
    [{ QUITTANCE_RATE_LIMIT: '1000001' }, 'QUITTANCE_RATE_LIMIT'],
    [{ QUITTANCE_CLOCK_TOLERANCE_SECONDS: '0' }, 'QUITTANCE_CLOCK_TOLERANCE_SECONDS'],
    [{ QUITTANCE_CLOCK_TOLERANCE_SECONDS: '3601' }, 'QUITTANCE_CLOCK_TOLERANCE_SECONDS'],
    [{ QUITTANCE_CLOCK_TOLERANCE_SECONDS: '5m' }, 'QUITTANCE_CLOCK_TOLERANCE_SECONDS'],
    [{ QUITTANCE_FAILED_AUTHENTICATION_LIMIT: '-1' }, 'QUITTANCE_FAILED_AUTHENTICATION_LIMIT'],
    [{ QUITTANCE_REFUSE_REPLAYS: 'yes' }, 'QUITTANCE_REFUSE_REPLAYS'],
    [{ QUITTANCE_SUSPEND_ON_VIOLATION: 'on' }, 'QUITTANCE_SUSPEND_ON_VIOLATION'],
    [{ QUITTANCE_MODE: 'live' }, 'QUITTANCE_BASE_URL'],
    [{ QUITTANCE_ALLOW_PLAINTEXT: 'postgres,http' }, 'QUITTANCE_ALLOW_PLAINTEXT'],
    [
      { QUITTANCE_MODE: 'live', QUITTANCE_TLS_CERT: 'self-signed', CLICKHOUSE_URL: 'http://ch.example' },
      'CLICKHOUSE_URL',
    ],
    [{ QUITTANCE_MODE: 'live', QUITTANCE_BASE_URL: 'http://pay.example' }, 'QUITTANCE_BASE_URL'],
  ])('%j is refused and the message names the setting', (environment, name) => {
    expect(() => readConfig(environment)).toThrow(new RegExp(`(^|; )${name} `))
  })

  test.each([
    [{}, 6_000],
    [{ QUITTANCE_RATE_LIMIT: '0' }, 0],
    [{ QUITTANCE_RATE_LIMIT: '600' }, 600],
  ])('%j limits each key to %i requests a minute', (environment, perMinute) => {
    expect(readConfig(environment).rateLimitPerMinute).toBe(perMinute)
  })

  test.each([
    [{}, 1_073_741_824],
    [{ QUITTANCE_IDEMPOTENCY_QUOTA_MIB: '0' }, undefined],
    [{ QUITTANCE_IDEMPOTENCY_QUOTA_MIB: '2' }, 2_097_152],
  ])('%j keeps responses of each organization up to %j bytes', (environment, bytes) => {
    expect(readConfig(environment).idempotencyBytesMax).toBe(bytes)
  })

  test.each([
    [{ PORT: '8181' }, 8181],
    [{ PORT: '8181', QUITTANCE_PORT: '8282' }, 8282],
    [{ PORT: '' }, 8080],
  ])('%j listens at port %i', (environment, port) => {
    expect(readConfig(environment)).toMatchObject({ port, baseUrl: `http://127.0.0.1:${port}` })
  })

  test('unknown variables of ours are named with the nearest setting', () => {
    const environment = { QUITTANCE_PROT: '9', QUITTANCE_COLOUR: 'red', QUITTANCE_PORT: '1', HOME: '/', PORTS: '2' }

    expect(unknownSettings({ ...environment, QUITTANCE_TEST_SEED: '1' })).toEqual([
      { name: 'QUITTANCE_PROT', nearest: 'QUITTANCE_PORT' },
      { name: 'QUITTANCE_COLOUR', nearest: undefined },
    ])
  })

  test('the settings of docs/settings.md and of serve --help are those that are read', () => {
    const help = settingsHelp(90)
    const names = [...settingNames()].filter((name) => !name.startsWith('AWS_'))

    expect(names.filter((name) => !new RegExp(`^  (?:\\w+, )?${name}\\b`, 'm').test(help))).toEqual([])
    expect(Math.max(...help.split('\n').map((line) => line.length))).toBeLessThanOrEqual(120)
    expect(help).not.toMatch(/[`\]]/)
  })

  test('all wrong settings are named together', () => {
    const read = () => readConfig({ QUITTANCE_PORT: 'x', QUITTANCE_MODE: 'y' })

    expect(read).toThrow(/QUITTANCE_PORT.*; .*QUITTANCE_MODE|QUITTANCE_MODE.*; .*QUITTANCE_PORT/)
  })

  test('settings that contradict each other are named together with wrong ones', () => {
    const read = () =>
      readConfig({
        QUITTANCE_PORT: 'x',
        QUITTANCE_AGING_DAYS: '0',
        QUITTANCE_MODE: 'live',
        QUITTANCE_CLICKHOUSE_CLUSTER: 'main',
        SMTP_URL: 'smtp://mail.example',
        QUITTANCE_TLS_KEY: 'key.pem',
      })

    const named = [
      'QUITTANCE_PORT',
      'QUITTANCE_TLS_CERT',
      'QUITTANCE_CLICKHOUSE_CLUSTER',
      'QUITTANCE_MAIL_FROM',
      'QUITTANCE_BASE_URL',
      'QUITTANCE_AGING_DAYS',
    ]
    for (const name of named) expect(read).toThrow(new RegExp(`(^|; )${name} `))
  })

  test('a setting that is invalid by itself is not reported as a contradiction too', () => {
    const read = () => readConfig({ SMTP_URL: 'smtp://mail.example', QUITTANCE_MAIL_FROM: 'nobody' })

    expect(read).toThrow(/^QUITTANCE_MAIL_FROM is not a mail address\.$/)
  })

  test('a refused address of a store does not repeat its password', () => {
    const read = () => readConfig({ DATABASE_URL: 'mysql://root:hunter2@localhost/x' })

    expect(read).toThrow(/DATABASE_URL/)
    expect(read).not.toThrow(/hunter2/)
  })

  test.each([
    [{ QUITTANCE_HOST: '::1', QUITTANCE_PORT: '9000' }, 'http://[::1]:9000'],
    [{ QUITTANCE_TLS_CERT: 'self-signed' }, 'https://127.0.0.1:8080'],
    [{ QUITTANCE_BASE_URL: 'https://pay.example/' }, 'https://pay.example'],
    [{ QUITTANCE_MODE: 'live', QUITTANCE_TLS_CERT: 'self-signed' }, 'https://127.0.0.1:8080'],
  ])('%j makes links that begin with %s', (environment, baseUrl) => {
    expect(readConfig(environment).baseUrl).toBe(baseUrl)
  })

  test.each([
    ['s3://reports', { kind: 's3', bucket: 'reports', prefix: '', endpoint: undefined }],
    ['s3://reports/a/b/', { kind: 's3', bucket: 'reports', prefix: 'a/b', endpoint: undefined }],
    ['/var/reports', { kind: 'folder', folder: '/var/reports' }],
  ])('the report store %s is understood', (value, expected) => {
    expect(readConfig({ QUITTANCE_REPORT_STORE: value }).fileStore).toEqual(expected)
  })

  test('clock tolerance and refusal of replays can be set', () => {
    const config = readConfig({
      QUITTANCE_CLOCK_TOLERANCE_SECONDS: '60',
      QUITTANCE_REFUSE_REPLAYS: 'true',
    })

    expect(config).toMatchObject({ clockToleranceSeconds: 60, isReplayRefused: true })
  })

  test('the suspension of organizations that send personal data can be set', () => {
    const config = readConfig({ QUITTANCE_SUSPEND_ON_VIOLATION: 'true' })

    expect(config.isSuspendedOnViolation).toBe(true)
  })

  test('a variable that is set but empty counts as absent', () => {
    expect(readConfig({ DATABASE_URL: ' ', QUITTANCE_PORT: '' })).toMatchObject({
      databaseUrl: undefined,
      port: 8080,
    })
  })
})
