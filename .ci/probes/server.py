"""Answers the native loader's requests as servers of the probes do: server.py FILE

Writes its port to the file. Ends when it is killed.
"""
import socket
import sys
import threading

RESPONSES = {
    "/401": b'HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic realm="r"\r\nContent-Length: 4\r\n\r\nwho?',
    "/307": b"HTTP/1.1 307 Temporary Redirect\r\nLocation: /echo\r\nContent-Length: 0\r\n\r\n",
    "/no-blank": b"HTTP/1.1 200 OK\r\nX-A:1\r\nContent-Length: 2\r\n\r\nok",
}


def serve(connection):
    buffer = b""
    while True:
        while b"\r\n\r\n" not in buffer:
            data = connection.recv(65536)
            if not data:
                return
            buffer += data
        head, buffer = buffer.split(b"\r\n\r\n", 1)
        lines = head.decode("latin1").split("\r\n")
        path = lines[0].split(" ")[1]
        fields = dict(line.lower().split(":", 1) for line in lines[1:])
        length = int(fields.get("content-length", "0"))
        while len(buffer) < length:
            buffer += connection.recv(65536)
        buffer = buffer[length:]
        if path == "/cut-head":
            connection.sendall(b"HTTP/1.1 200 OK\r\nX-A: 1\r\n")
            connection.close()
            return
        echo = b"%d bytes" % length
        default = b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s" % (len(echo), echo)
        connection.sendall(RESPONSES.get(path, default))


listener = socket.socket()
listener.bind(("127.0.0.1", 0))
listener.listen(64)
with open(sys.argv[1], "w") as file:
    file.write(str(listener.getsockname()[1]))
while True:
    threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()
