import { JOURNEY_TYPES, PASSENGER_TYPES } from '../codes/code-lists.ts'
import { choice, code, group, identifier, instant, text } from '../make-group.ts'

export const TRAVEL = group(48, 'Travel', 'The journey that was sold.', {
  CompleteRoute: text(255, 'All legs of the journey, such as SFO-JFK:JFK-LHR.'),
  DepartureDateTime: instant('When the first leg departs.'),
  JourneyType: code(JOURNEY_TYPES, 'Whether the journey is a round trip.'),
  Number: identifier(50, 'Number of the passenger in the order.'),
  PassengerFirstName: identifier(100, 'First name of the passenger.', { isPersonal: true }),
  PassengerEmail: identifier(255, 'Email address of the passenger.', {
    isPersonal: true,
    identifies: 'email',
  }),
  PassengerId: identifier(100, 'Carrier’s number for the passenger.', {
    isPersonal: true,
    identifies: 'customer',
  }),
  PassengerLastName: identifier(100, 'Last name of the passenger.', { isPersonal: true }),
  PassengerPhone: text(50, 'Phone number of the passenger.', {
    isPersonal: true,
    identifies: 'phone',
  }),
  PassengerStatus: choice(50, 'Passenger’s status with the carrier, such as gold.', {
    isPersonal: true,
  }),
  PassengerType: code(PASSENGER_TYPES, 'Fare group of the passenger.', { isPersonal: true }),
})

export const TRAVEL_FIELDS = group(49, 'TravelFields', 'The journey as the fraud check saw it.', {
  DepartureTime: instant('When the first leg of the journey departs.'),
})
