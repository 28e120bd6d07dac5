/** The self-test application that belongs to an interface. */
export { renderSelfTest, SELF_TEST_HEADER, testCalls } from "./self-test.js";
