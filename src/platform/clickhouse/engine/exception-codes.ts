/** The codes this process raises itself; all others come from the engine with their names. */
export const EXCEPTION_NAMES = {
  36: 'BAD_ARGUMENTS',
  48: 'NOT_IMPLEMENTED',
  62: 'SYNTAX_ERROR',
  202: 'TOO_MANY_SIMULTANEOUS_QUERIES',
  216: 'QUERY_WITH_SAME_ID_IS_ALREADY_RUNNING',
  236: 'ABORTED',
  305: 'QUERY_IS_TOO_LARGE',
  497: 'ACCESS_DENIED',
  516: 'AUTHENTICATION_FAILED',
  1001: 'STD_EXCEPTION',
} as const

export type OwnExceptionCode = keyof typeof EXCEPTION_NAMES

// ClickHouse's own mapping. What stands in no list is 500, as there.
const CODES_BY_STATUS: Readonly<Record<number, readonly number[]>> = {
  400: [
    6, 8, 15, 25, 26, 27, 36, 38, 41, 43, 44, 53, 62, 69, 70, 72, 117, 131, 158, 167, 168, 216, 427,
    441, 456, 457, 675, 676,
  ],
  401: [194],
  403: [192, 193, 497, 512, 516],
  404: [46, 47, 50, 56, 60, 63, 73, 78, 81, 115, 336],
  408: [159],
  411: [381],
  413: [305],
  501: [48],
  503: [76, 202, 209, 236, 439],
}

const STATUS_BY_CODE: ReadonlyMap<number, number> = new Map(
  Object.entries(CODES_BY_STATUS).flatMap(([status, codes]) =>
    codes.map((code) => [code, Number(status)] as const),
  ),
)

export function httpStatusOf(code: number): number {
  return STATUS_BY_CODE.get(code) ?? 500
}
