export { findKind, KINDS, type KindName, type RecordKind } from './domain/catalogue/kinds.ts'
export type { RecordInput } from './domain/record.ts'
