import buildStringifyCompiler from '@fastify/fast-json-stringify-compiler'
import type { FastifyServerOptions } from 'fastify'
import { onFirstUse } from '../errors/on-first-use.ts'
import { buildValidator } from '../errors/schema-validation.ts'

type Compilers = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>
type BuildSerializer = NonNullable<Compilers['buildSerializer']>

/**
 * When contracts are compiled. On first use a start takes far less time, because there are several contracts for each
 * route; at the start a contract that cannot be compiled is noticed immediately, so a test does that.
 */
export type SchemaCompilation = 'on-first-use' | 'at-start'

export function schemaCompilers(compilation: SchemaCompilation): Compilers {
  if (compilation === 'at-start') return { buildValidator: buildValidator.atStart }
  return { buildValidator: buildValidator.onFirstUse, buildSerializer: buildLazySerializers }
}

const buildLazySerializers: BuildSerializer = (externalSchemas, options) => {
  return (route) => {
    // A compiler of its own: one forgets a shared contract after it has compiled the same contract by itself.
    const serialize = onFirstUse(() => buildStringifyCompiler()(externalSchemas, options)(route))
    return (data) => serialize()(data)
  }
}
