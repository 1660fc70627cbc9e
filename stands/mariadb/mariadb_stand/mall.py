"""Tables of the mall."""

from mariadb_stand.server import Server

__all__ = ["PRODUCTS", "fill", "rows"]

PRODUCTS = 100_000
_PURCHASES = 2
"""Purchases for each product."""
_TABLES = """
DROP TABLE IF EXISTS purchase, product;
CREATE TABLE product (
    id INT PRIMARY KEY,
    category INT NOT NULL,
    name VARCHAR(80) NOT NULL,
    price DECIMAL(10, 2) NOT NULL,
    stock INT NOT NULL,
    sold INT NOT NULL DEFAULT 0,
    KEY product_category (category, price)
) ENGINE = InnoDB;
CREATE TABLE purchase (
    id INT PRIMARY KEY,
    customer INT NOT NULL,
    product INT NOT NULL,
    amount DECIMAL(10, 2) NOT NULL,
    KEY purchase_customer (customer)
) ENGINE = InnoDB;
INSERT INTO product (id, category, name, price, stock)
SELECT seq, 1 + seq % 1000, CONCAT('product ', SHA2(seq, 224)), 1 + CRC32(seq) % 100000 / 100, 1 + CRC32(-seq) % 1000
FROM seq_1_to_{products};
INSERT INTO purchase (id, customer, product, amount)
SELECT seq, 1 + CRC32(seq) % 20000, 1 + CRC32(-seq) % {products}, 1 + CRC32(seq * 7) % 100000 / 100
FROM seq_1_to_{purchases};
ANALYZE TABLE product, purchase;
"""


def fill(server: Server, products: int) -> None:
    """Makes the tables anew: the same rows on every machine."""
    server.ask(_TABLES.format(products=products, purchases=_PURCHASES * products))


def rows(server: Server) -> int:
    """Products in the table."""
    return int(server.ask("SELECT count(*) FROM product"))
