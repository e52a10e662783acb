// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Answers name and symbol as bytes32, as some early tokens do.
contract Bytes32Token {
    bytes32 public name;
    bytes32 public symbol;
    uint8 public constant decimals = 9;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;

    event Transfer(address indexed from, address indexed to, uint256 value);

    constructor(bytes32 tokenName, bytes32 tokenSymbol, uint256 supply) {
        name = tokenName;
        symbol = tokenSymbol;
        totalSupply = supply;
        balanceOf[msg.sender] = supply;
        emit Transfer(address(0), msg.sender, supply);
    }

    function transfer(address to, uint256 value) external returns (bool) {
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value;
        emit Transfer(msg.sender, to, value);
        return true;
    }
}

/// A token that reverts when it is asked for its decimals.
contract NoDecimalsToken {
    string public name;
    string public symbol;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;

    event Transfer(address indexed from, address indexed to, uint256 value);

    error NoDecimals();

    constructor(string memory tokenName, string memory tokenSymbol, uint256 supply) {
        name = tokenName;
        symbol = tokenSymbol;
        totalSupply = supply;
        balanceOf[msg.sender] = supply;
        emit Transfer(address(0), msg.sender, supply);
    }

    function decimals() external pure returns (uint8) {
        revert NoDecimals();
    }

    function transfer(address to, uint256 value) external returns (bool) {
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value;
        emit Transfer(msg.sender, to, value);
        return true;
    }
}
