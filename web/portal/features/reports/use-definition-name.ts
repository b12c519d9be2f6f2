import { useWords } from '../../words/use-words.ts'

/** The name of a report definition in the reader's language; a later one by its wire name. */
export function useDefinitionName(): (name: string) => string {
  const { definitions } = useWords('reports')
  return (name) => (definitions as Readonly<Record<string, string>>)[name] ?? name.replace(/Class$/, '')
}
