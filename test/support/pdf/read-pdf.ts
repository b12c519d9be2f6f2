import { extractText, getDocumentProxy, getMeta } from 'unpdf'

export type ReadPdf = {
  /** The text of each page, in the order in which it was drawn. */
  readonly pages: readonly string[]
  readonly info: Readonly<Record<string, unknown>>
  /** The addresses that the pages link to. */
  readonly links: readonly string[]
}

/** Reads a document with a PDF reader that is not ours. */
export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  // The reader takes over the bytes that it is given.
  const document = await getDocumentProxy(Uint8Array.from(bytes))
  const { text } = await extractText(document)
  const { info } = await getMeta(document)
  const numbers = Array.from({ length: document.numPages }, (_, index) => index + 1)
  const annotations = await Promise.all(
    numbers.map(async (number) => (await document.getPage(number)).getAnnotations()),
  )
  const links = annotations.flat().flatMap((annotation: { readonly url?: string }) => annotation.url ?? [])
  return { pages: text, info: info as Readonly<Record<string, unknown>>, links }
}

type StructNode = { readonly alt?: string; readonly children?: readonly StructNode[] }

/** The alternative texts of figures, as screen readers find them. */
export async function altTexts(bytes: Uint8Array): Promise<readonly string[]> {
  const document = await getDocumentProxy(Uint8Array.from(bytes))
  const numbers = Array.from({ length: document.numPages }, (_, index) => index + 1)
  const trees = await Promise.all(numbers.map(async (number) => (await document.getPage(number)).getStructTree()))
  const altsOf = (node: StructNode): readonly string[] => [
    ...(node.alt === undefined ? [] : [node.alt]),
    ...(node.children ?? []).flatMap(altsOf),
  ]
  return trees.flatMap((tree) => altsOf(tree as StructNode))
}
