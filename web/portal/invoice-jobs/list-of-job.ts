// pure
import { queryString, readQueryString } from '../api/query-string.ts'

type ListSearch = Readonly<Record<string, string | readonly string[]>>

/** The list from which a job was started, as its page carries it in the address: the way back has the filters. */
export type ListOfJob = { readonly list?: string }

export function listOfJob(search: ListSearch): ListOfJob {
  const list = queryString(search).slice(1)
  return list === '' ? {} : { list }
}

/** Of an address that anyone may have typed. */
export function readListOfJob(search: Readonly<Record<string, unknown>>): ListOfJob {
  const { list } = search
  return typeof list === 'string' && list !== '' ? { list } : {}
}

export function searchOfList({ list = '' }: ListOfJob): ListSearch {
  return readQueryString(list)
}
