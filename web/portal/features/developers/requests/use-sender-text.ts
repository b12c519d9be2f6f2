import { useWords } from '../../../words/use-words.ts'
import type { ListedRequest } from './queries.ts'

/** The key or the person of a request, by name where it is known. */
export function useSenderText() {
  const words = useWords('requests')
  return ({ kind, id, name }: ListedRequest['sender']): string =>
    kind === 'key' ? words.key({ name: name ?? id }) : (name ?? id)
}
