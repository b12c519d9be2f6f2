const CONTENT_TYPES: readonly (readonly [RegExp, string])[] = [
  [/^(json\w*eachrow|jsonlines|jsonl|ndjson)/i, 'application/x-ndjson; charset=UTF-8'],
  [/^json/i, 'application/json; charset=UTF-8'],
  [/^csvwithnames/i, 'text/csv; charset=UTF-8; header=present'],
  [/^csv/i, 'text/csv; charset=UTF-8; header=absent'],
  [/^(tsv|tabseparated)/i, 'text/tab-separated-values; charset=UTF-8'],
  [/^xml/i, 'application/xml; charset=UTF-8'],
  [
    /^(native|rowbinary|parquet|arrow|orc|avro|msgpack|bson|npy|rawblob)/i,
    'application/octet-stream',
  ],
]

export function contentTypeOf(format: string): string {
  const found = CONTENT_TYPES.find(([pattern]) => pattern.test(format))
  return found?.[1] ?? 'text/plain; charset=UTF-8'
}

/**
 * Formats in which a carriage return never stands unescaped. Clients take one before a line end for the mark of an exception
 * as soon as the answer announces such marks.
 */
export function isMarkable(format: string): boolean {
  return /^(json|ndjson|tsv$|tabseparated$)/i.test(format)
}
