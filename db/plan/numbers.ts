/** The most bytes that the difference of two numbers below 2^42 takes. */
const MAX_BYTES = 7;

/**
 * Writes whole numbers in few bytes: differences of neighbours, seven bits per byte, lowest bits first. The lowest bit of
 * each difference is its sign.
 */
export function encodeNumbers(numbers: readonly number[]): Buffer {
  const bytes = Buffer.allocUnsafe(numbers.length * MAX_BYTES);
  let length = 0;
  let before = 0;
  for (const number of numbers) {
    const difference = number - before;
    let rest = difference < 0 ? -2 * difference - 1 : 2 * difference;
    for (; rest > 127; rest = Math.floor(rest / 128)) bytes[length++] = (rest % 128) + 128;
    bytes[length++] = rest;
    before = number;
  }
  return bytes.subarray(0, length);
}

/** Reads the numbers that {@link encodeNumbers} wrote. */
export function decodeNumbers(bytes: Uint8Array): readonly number[] {
  const numbers: number[] = [];
  let number = 0;
  let value = 0;
  let weight = 1;
  for (const byte of bytes) {
    value += (byte % 128) * weight;
    weight *= 128;
    if (byte > 127) continue;
    number += value % 2 === 1 ? -(value + 1) / 2 : value / 2;
    numbers.push(number);
    value = 0;
    weight = 1;
  }
  return numbers;
}
