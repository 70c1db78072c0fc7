/** The socket, which is vendored as it is published. */
export { io } from "socket.io-client";
