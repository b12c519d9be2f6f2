import Type from 'typebox'
import { ActingFor } from '../../organizations/index.ts'
import { ABOUT_LENGTH_MAX, TEXT_LENGTH_MAX } from './edit.ts'

/** The documented form of kept edits. */

const About = Type.String({
  maxLength: ABOUT_LENGTH_MAX,
  description: 'The form: `invoice:new`, or `invoice:` and the number of an invoice.',
})
const Text = Type.String({ maxLength: TEXT_LENGTH_MAX, description: 'A JSON object, which only the form reads.' })

export const EditBody = Type.Object({ text: Text })
export const EditPlace = Type.Object({ about: Type.String({ description: 'The form, percent-encoded.' }) })
export const EditQuery = Type.Object({ about: About, ...ActingFor.properties })
export const EditList = Type.Object(
  { edits: Type.Array(Type.Object({ about: About, text: Text, keptAt: Type.String({ format: 'date-time' }) })) },
  { description: 'Empty if nothing is kept.' },
)
