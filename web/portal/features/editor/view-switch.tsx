import { Segments } from '../../ui/segments.tsx'
import { useWords } from '../../words/use-words.ts'

const VIEWS = ['write', 'preview'] as const
type View = (typeof VIEWS)[number]
type Props = { readonly shown: View; readonly onShow: (view: View) => void }

/** Where form and preview do not fit side by side, one of them is shown. */
export function ViewSwitch({ shown, onShow }: Props) {
  const words = useWords('editor')
  return (
    <div className="editor-switch">
      <Segments
        label={words.preview}
        value={shown}
        options={VIEWS.map((view) => [view, words[view]] as const)}
        onChoose={onShow}
      />
    </div>
  )
}
