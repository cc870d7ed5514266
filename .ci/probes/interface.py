"""Compares the binary interface of two libraries: interface.py OLD NEW

Without library evolution, callers have the indices of methods and the offsets of fields in their code. So a library can
replace another one if it exports the same symbols, and if methods are in the same order, metadata has the same size and
fields have the same offsets.
"""
import re
import struct
import subprocess
import sys


def readelf(option, path):
    command = ["readelf", "-W", option, path]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()


class Library:
    def __init__(self, path):
        with open(path, "rb") as file:
            self.data = file.read()
        self.sections = list(self.read_sections(path))
        fields = [line.split() for line in readelf("--dyn-syms", path)]
        symbols = [field for field in fields if len(field) >= 8 and field[7].startswith("$s") and field[6] != "UND"]
        symbols.sort(key=lambda field: int(field[1], 16))
        self.names = {field[7] for field in symbols}
        # The addresses of method descriptors ascend in the order of the methods.
        self.methods = {}
        for field in symbols:
            if field[7].endswith("Tq"):
                self.methods.setdefault(self.owner(field[7]), []).append(field[7])
        # The ends of the mangled names of metadata, descriptors and witness tables.
        kinds = re.compile(r"(N|Mn|Mf|WP|Mp|MV|Mo)$")
        self.sizes = {field[7]: field[2] for field in symbols if kinds.search(field[7])}
        self.offsets = {field[7]: self.word(int(field[1], 16)) for field in symbols if field[7].endswith("Wvd")}

    @staticmethod
    def read_sections(path):
        row = re.compile(r"\s*\[\s*\d+\]\s+\S+\s+(\S+)\s+([0-9a-f]+)\s+([0-9a-f]+)\s+([0-9a-f]+)")
        for line in readelf("-S", path):
            match = row.match(line)
            if match and match[1] != "NOBITS":
                yield int(match[2], 16), int(match[3], 16), int(match[4], 16)

    @staticmethod
    def owner(name):
        """The beginning of a mangled name, to the end of the type's name, whose length is written before it."""
        match = re.match(r"\$s20FoundationNetworking(\d+)", name)
        return name[: match.end() + int(match[1])] if match else name

    def word(self, address):
        for start, offset, size in self.sections:
            if start and start <= address < start + size:
                return struct.unpack_from("<q", self.data, offset + address - start)[0]
        return None


old, new = Library(sys.argv[1]), Library(sys.argv[2])
differences = sorted(old.names - new.names)
for before, after in [(old.methods, new.methods), (old.sizes, new.sizes), (old.offsets, new.offsets)]:
    differences += [name for name in before if before[name] != after.get(name)]
print(
    f"binary interface: {len(old.names)} symbols, {len(old.sizes)} sizes, {len(old.offsets)} fields, "
    f"{len(new.names - old.names)} new symbols, {len(differences)} differences"
)
for name in differences[:20]:
    print("  ", name)
sys.exit(1 if differences else 0)
