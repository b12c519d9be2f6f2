import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import {
  COLUMNS_MAX,
  FILE_BYTES_MAX,
  FILE_NAME_LENGTH_MAX,
  ROWS_MAX,
} from '../../../../src/invoicing/imports/invoice-import.ts'
import { ApiProblem, ConnectionLost } from '../../api/api-problem.ts'
import { useFormat } from '../../format/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import { type FileProblem, problemOfContent, problemOfRefusal } from './file-problem.ts'
import { useUploadFile } from './queries.ts'

const MEGABYTE = 1024 * 1024

/** Takes a file, and opens its page or says why it cannot be imported. */
export function useUpload({ onUploaded }: { readonly onUploaded?: (importId: string) => { step?: 'check' } } = {}) {
  const [words, shell] = [useWords('imports'), useWords('shell')]
  const limits = useLimits()
  const navigate = useNavigate({ from: '/o/$organizationId' })
  const upload = useUploadFile()
  const [problem, setProblem] = useState<string>()
  const textOf = (found: FileProblem): string => found(words.fileProblems, limits)
  const refusalText = (error: Error): string => {
    if (error instanceof ConnectionLost) return shell.connectionLostText
    if (!(error instanceof ApiProblem) || error.status >= 500) return shell.failedText
    return error.status === 429 ? shell.tooManyRequests : textOf(problemOfRefusal(error))
  }
  const take = async (file: File | undefined) => {
    if (file === undefined || upload.isPending) return
    setProblem(undefined)
    const found = problemOfContent(file.name, new Uint8Array(await file.arrayBuffer()))
    if (found !== undefined) return setProblem(textOf(found))
    upload.mutate(new File([file], file.name.slice(-FILE_NAME_LENGTH_MAX)), {
      onSuccess: ({ importId }) => {
        const search = onUploaded?.(importId) ?? {}
        void navigate({ to: '/o/$organizationId/invoices/-/imports/$importId', params: { importId }, search })
      },
      onError: (error) => setProblem(refusalText(error)),
    })
  }
  return { take, problem, isBusy: upload.isPending }
}

/** The bounds of a file as people write them. */
export function useLimits() {
  const { count } = useFormat()
  return { size: count(FILE_BYTES_MAX / MEGABYTE), rows: count(ROWS_MAX), columns: count(COLUMNS_MAX) }
}
