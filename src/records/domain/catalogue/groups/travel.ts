import { group, instant, text } from '../make-group.ts'

export const TRAVEL = group(48, 'Travel', 'Travel.', {
  CompleteRoute: text(255, 'Complete Route.'),
  DepartureDateTime: instant('Departure Date Time.'),
  JourneyType: text(50, 'Journey Type.', { isRepetitive: true }),
  Number: text(255, 'Number.'),
  PassengerFirstName: text(255, 'Passenger First Name.'),
  PassengerEmail: text(255, 'Passenger Email.'),
  PassengerId: text(255, 'Passenger Id.'),
  PassengerLastName: text(255, 'Passenger Last Name.'),
  PassengerPhone: text(255, 'Passenger Phone.'),
  PassengerStatus: text(50, 'Passenger Status.', { isRepetitive: true }),
  PassengerType: text(50, 'Passenger Type.', { isRepetitive: true }),
})

export const TRAVEL_FIELDS = group(49, 'TravelFields', 'Travel Fields.', {
  DepartureTime: instant('Departure Time.'),
})
