import { quoteText } from '../sql-quoting.ts'
import type { QueryRequest } from './query-request.ts'
import { guardStatement } from './statement-guard.ts'
import { type StatementShape, shapeOf } from './statement-shape.ts'

/** What the engine is asked to do, after the guard has agreed. */
export type QueryPlan =
  | {
      readonly kind: 'insert'
      readonly head: string
      readonly data: Buffer
      readonly format: string
    }
  | {
      readonly kind: 'stream' | 'select' | 'other'
      readonly statement: string
      readonly format: string
    }

/** Formats whose chunks can be joined: no head, no foot, nothing between rows. */
const STREAMED_FORMATS = new Set([
  ...['csv', 'tsv', 'tabseparated', 'tsvraw', 'tabseparatedraw', 'raw', 'lineasstring', 'rawblob'],
  ...['jsoneachrow', 'jsonlines', 'jsonl', 'ndjson', 'jsonstringseachrow', 'jsoncompacteachrow'],
  ...['jsoncompactstringseachrow', 'rowbinary', 'native', 'msgpack', 'tskv'],
])

export function planQuery(
  request: QueryRequest,
  isExportPath: (path: string) => boolean,
): QueryPlan {
  const { statement, data, shape } = understand(request)
  guardStatement({ tokens: shape.tokens, parameters: request.parameters, isExportPath })
  const format = shape.format ?? request.defaultFormat
  if (shape.kind === 'insert-data') return { kind: 'insert', head: statement, data, format }
  if (shape.killedQueryId !== undefined) {
    return { kind: 'other', statement: killStatement(shape.killedQueryId), format }
  }
  if (shape.kind === 'other') return { kind: 'other', statement, format }
  const isStreamed =
    shape.kind === 'streamable-select' &&
    STREAMED_FORMATS.has(format.toLowerCase()) &&
    !request.isBuffered &&
    !request.settings.has('output_format_json_array_of_rows')
  return { kind: isStreamed ? 'stream' : 'select', statement, format }
}

/** The engine's own ids are unknown to clients; the id that the client gave stands in `log_comment`. */
export function killStatement(queryId: string): string {
  return `KILL QUERY WHERE Settings['log_comment'] = ${quoteText(queryId)} ASYNC`
}

type Understood = {
  readonly statement: string
  readonly data: Buffer
  readonly shape: StatementShape
}

function understand({ statementInUrl, body }: QueryRequest): Understood {
  if (statementInUrl !== '' && body.length > 0) {
    const head = shapeOf(statementInUrl)
    if (head.kind === 'insert-data') return withData(statementInUrl, head, body)
  }
  // ClickHouse too reads a statement in the address and a body as one text.
  const separator = statementInUrl !== '' && body.length > 0 ? '\n' : ''
  const text = statementInUrl + separator + body.toString('utf8')
  const shape = shapeOf(text)
  if (shape.kind !== 'insert-data') return { statement: text, data: Buffer.alloc(0), shape }
  const bytesBefore = Buffer.byteLength(text.slice(0, shape.dataStart))
  const ownBytes = Buffer.byteLength(statementInUrl + separator)
  if (bytesBefore >= ownBytes) {
    // Cut out of the bytes themselves: data need not be UTF-8.
    return {
      statement: text.slice(0, shape.dataStart),
      data: withoutLineStart(body.subarray(bytesBefore - ownBytes)),
      shape,
    }
  }
  return withData(text, shape, Buffer.alloc(0))
}

function withData(text: string, shape: StatementShape, body: Buffer): Understood {
  const inline = withoutLineStart(Buffer.from(text.slice(shape.dataStart)))
  return {
    statement: text.slice(0, shape.dataStart),
    data: inline.length === 0 ? body : Buffer.concat([inline, body]),
    shape,
  }
}

/** Blanks up to and with one line end belong to the statement. */
function withoutLineStart(data: Buffer): Buffer {
  const start = /^[ \t]*;?[ \t]*\r?\n?/.exec(data.subarray(0, 256).toString('latin1'))?.[0] ?? ''
  return data.subarray(start.length)
}
